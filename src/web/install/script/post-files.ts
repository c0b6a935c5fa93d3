import type { Answer, FieldError, Post, Reply } from './types.ts';

/** What the files of the form may be. */
const most = { bytes: 5_000_000, files: 5, size: '5 MB' };

/** Says what is wrong with the chosen files before they are sent. */
function checkFiles(form: HTMLFormElement): FieldError[] {
  const chosen = [...form.querySelectorAll('input')].flatMap((input) =>
    [...(input.files ?? [])].map((file) => ({ field: input.name, file })),
  );
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  const [largest] = chosen.sort((one, other) => other.file.size - one.file.size);
  if (largest && bytes > most.bytes) {
    const { field, file } = largest;
    const size = Math.ceil(file.size / 100_000) / 10;
    const limit = `All files together may be at most ${most.size}.`;
    return [{ field, message: `“${file.name}” is ${size} MB. ${limit}` }];
  }
  if (largest && chosen.length > most.files) {
    const files = most.files === 1 ? '1 file' : `${most.files} files`;
    return [{ field: largest.field, message: `The form takes at most ${files}.` }];
  }
  return [];
}

/** What a message consists of. A solved challenge is no part of it. */
export function contentOf(fields: FormData): string {
  return JSON.stringify(
    [...fields]
      .filter(([name]) => name !== 'altcha')
      // An input in which nothing is chosen has a file without a name, with another time whenever it is read.
      .map(([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.size, value.name && value.lastModified],
      ),
  );
}

/** Posts with XMLHttpRequest: unlike fetch, it says how much is sent. */
export async function post(posted: Post): Promise<Reply> {
  const { form, fields, key, thanksPage, say } = posted;
  const errors = checkFiles(form);
  if (errors.length > 0) return { ok: false, url: '', answer: { errors } };
  if (thanksPage) {
    // An upload cannot read the page of a redirect: with _next the answer has its address.
    fields.set('_next', thanksPage);
    fields.delete('_redirect');
    fields.delete('redirect');
  }
  const bar = form.querySelector('progress');
  let said = Date.now();
  const response = new XMLHttpRequest();
  response.open('POST', form.getAttribute('action') ?? '');
  response.setRequestHeader('Accept', 'application/json');
  response.setRequestHeader('Idempotency-Key', key);
  response.responseType = 'json';
  response.timeout = 600_000;
  response.upload.onprogress = ({ loaded, total }) => {
    if (!bar || total < 100_000) return;
    bar.hidden = false;
    bar.value = loaded / total;
    // Screen readers read each change of the text, so it changes rarely.
    if (Date.now() - said < 10_000) return;
    said = Date.now();
    say(`Sending: ${Math.round((100 * loaded) / total)} %`);
  };
  try {
    await new Promise((resolve, reject) => {
      response.onload = resolve;
      response.onerror = reject;
      response.ontimeout = reject;
      response.send(fields);
    });
  } finally {
    if (bar) bar.hidden = true;
  }
  const answer: Answer | undefined = response.response ?? undefined;
  return { ok: response.status < 300, url: response.responseURL, answer };
}
