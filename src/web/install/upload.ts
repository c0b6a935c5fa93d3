import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { takesSeveral, typeOf } from '../../submissions/fields/declared-field.ts';
import type { FormField } from '../../contract/form-fields.ts';

/** What the files of a submission may be. */
export interface Upload {
  maxCount: number;
  /** Of all files together. */
  maxBytes: number;
  /** Media types; empty for any. */
  types: readonly string[];
}

/** What a form with these settings takes; undefined where it asks for no files. */
export function uploadOf(
  { fields = [], files = {} }: FormSettings,
  maxFileBytes: number,
): Upload | undefined {
  if (fields.every((field) => typeOf(field) !== 'file')) return undefined;
  const { max_count: maxCount = LIMITS.usualFiles, max_bytes: maxBytes = maxFileBytes } = files;
  return { maxCount, maxBytes: Math.min(maxBytes, maxFileBytes), types: files.types ?? [] };
}

/** Bytes as people say them, rounded down. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} KB` : `${Math.floor(bytes / 100_000) / 10} MB`;

/** What is said beside a field before anything is chosen. */
export function explainUpload({ maxCount, maxBytes }: Upload, field: FormField): string {
  const size = sizeOf(maxBytes);
  return takesSeveral(field) && maxCount > 1
    ? `(up to ${maxCount} files, ${size} together)`
    : `(up to ${size})`;
}

/** How the code that sends a form differs where it has files. */
export interface Way {
  begin: string;
  content: string;
  /** Makes `post`, from `fields`, `key`, `thanksPage` and `say`. */
  post: string;
  failed: string;
  url: string;
  redirected: string;
  end: string;
  /** A function that it needs. */
  more: string;
}

/** Posts with fetch. */
export const fetchWay = (answerType: string): Way => ({
  begin: '',
  content: `JSON.stringify([...fields].filter(([name]) => name !== 'altcha'))`,
  post: `  const post = async () => {
    const response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': key },
      body: fields,
      redirect: thanksPage ? 'manual' : 'follow',
      signal: AbortSignal.timeout(30_000),
    });
    const answer${answerType} = await response.json().catch(() => undefined);
    return { response, answer };
  };
`,
  failed: '!response.ok',
  url: 'response.url',
  redirected: `    // The service redirects once it has delivered.
    if (thanksPage && response.type === 'opaqueredirect') {
      keys.delete(content);
      location.assign(thanksPage);
      return { ok: true, message: sent };
    }
`,
  end: '',
  more: '',
});

const CHECKED = `  const tooLarge = checkFiles(form);
  if (tooLarge.length > 0) {
    showErrors(form, tooLarge);
    return { ok: false, message: unfit, field: form.querySelector('[aria-invalid="true"]') };
  }
`;

/** An input in which nothing is chosen has a file without a name, which is a new one each time. */
const CONTENT = `JSON.stringify(
    [...fields]
      .filter(([name]) => name !== 'altcha')
      .map(([name, value]) =>
        typeof value === 'string' || !value.name
          ? [name, String(value)]
          : [name, value.name, value.size, value.lastModified],
      ),
  )`;

const postWithProgress = (answerType: string): string => `  if (thanksPage) {
    // An upload cannot read the page of a redirect: with _next the answer has its address.
    fields.set('_next', thanksPage);
    fields.delete('_redirect');
    fields.delete('redirect');
  }
  const bar = form.querySelector('progress');
  let said = Date.now();
  // Unlike fetch, XMLHttpRequest says how much is sent.
  const post = async () => {
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
      say(\`Sending: \${Math.round((100 * loaded) / total)} %\`);
    };
    await new Promise((resolve, reject) => {
      response.onload = resolve;
      response.onerror = reject;
      response.ontimeout = reject;
      response.send(fields);
    });
    const answer${answerType} = response.response ?? undefined;
    return { response, answer };
  };
`;

const checkFiles = ({ maxCount, maxBytes }: Upload, signature: string): string => `${signature} {
  const chosen = [...form.querySelectorAll('input')].flatMap((input) =>
    [...(input.files ?? [])].map((file) => ({ field: input.name, file })),
  );
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  const [largest] = chosen.sort((one, other) => other.file.size - one.file.size);
  if (largest && bytes > ${maxBytes}) {
    const { field, file } = largest;
    const size = Math.ceil(file.size / 100_000) / 10;
    const most = 'All files together may be at most ${sizeOf(maxBytes)}.';
    return [{ field, message: \`“\${file.name}” is \${size} MB. \${most}\` }];
  }
  if (largest && chosen.length > ${maxCount}) {
    return [{ field: largest.field, message: 'The form takes at most ${maxCount} file${maxCount === 1 ? '' : 's'}.' }];
  }
  return [];
}`;

/** Posts with XMLHttpRequest, shows the progress, and says which file is too large before it is sent. */
export const uploadWay = (upload: Upload, answerType: string, signature: string): Way => ({
  begin: CHECKED,
  content: CONTENT,
  post: postWithProgress(answerType),
  failed: 'response.status >= 300',
  url: 'response.responseURL',
  redirected: '',
  end: ` finally {
    if (bar) bar.hidden = true;
  }`,
  more: `\n\n${checkFiles(upload, signature)}`,
});
