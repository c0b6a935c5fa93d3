import type { Answer, Post, Reply } from './types.ts';

/** The content of a message, without a solved challenge. */
export function contentOf(fields: FormData): string {
  return JSON.stringify([...fields].filter(([name]) => name !== 'altcha'));
}

/** Posts with fetch, which cannot read a page of another website. */
export async function post(posted: Post): Promise<Reply> {
  const { form, fields, key, thanksPage, texts } = posted;
  const response = await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Accept-Language': texts.language,
      'Idempotency-Key': key,
    },
    body: fields,
    redirect: thanksPage ? 'manual' : 'follow',
    signal: AbortSignal.timeout(30_000),
  });
  // The service redirects once it has delivered.
  if (thanksPage && response.type === 'opaqueredirect') {
    return { ok: true, url: '', answer: { next: thanksPage } };
  }
  const answer: Answer | undefined = await response.json().catch(() => undefined);
  return { ok: response.ok, url: response.url, answer };
}
