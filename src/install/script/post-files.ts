import type { Answer, FieldError, Post, Reply, Texts } from './types.ts';

/** Says what is wrong with the chosen files before they are sent. */
function checkFiles(form: HTMLFormElement, texts: Texts): FieldError[] {
  const { maxBytes = Infinity, maxFiles = Infinity } = form.dataset;
  const chosen = [...form.querySelectorAll('input')].flatMap((input) =>
    [...(input.files ?? [])].map((file) => ({ field: input.name, file })),
  );
  const [largest] = chosen.toSorted((one, other) => other.file.size - one.file.size);
  if (!largest) return [];
  const { field, file } = largest;
  if (chosen.reduce((sum, each) => sum + each.file.size, 0) > Number(maxBytes)) {
    return [{ field, message: texts.tooLarge.replace('{file}', () => file.name) }];
  }
  return chosen.length > Number(maxFiles) ? [{ field, message: texts.tooMany }] : [];
}

/** The content of a message, without a solved challenge. */
export function contentOf(fields: FormData): string {
  return JSON.stringify(
    [...fields]
      .filter(([name]) => name !== 'altcha')
      // An empty file input has a file without a name, whose time changes at each read.
      .map(([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.size, value.name && value.lastModified],
      ),
  );
}

/** Posts with XMLHttpRequest: unlike fetch, it says how much is sent. */
export async function post(posted: Post): Promise<Reply> {
  const { form, fields, key, thanksPage, texts, say } = posted;
  const errors = checkFiles(form, texts);
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
  response.setRequestHeader('Accept-Language', texts.language);
  response.responseType = 'json';
  const isShort = [...fields.values()].every((value) => typeof value === 'string' || !value.size);
  response.timeout = isShort ? 60_000 : 600_000;
  response.upload.onprogress = ({ loaded, total }) => {
    if (!bar || total < 100_000) return;
    bar.hidden = false;
    bar.value = loaded / total;
    // Screen readers read each change of the text, so it changes rarely.
    if (Date.now() - said < 10_000) return;
    said = Date.now();
    say(texts.uploading.replace('{percent}', String(Math.round((100 * loaded) / total))));
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
