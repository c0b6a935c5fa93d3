import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attachmentBytes } from '../../platform/text/octets.ts';
import { PAGE_HEADERS } from '../pages/page.ts';
import { isLoopback, nameInHost } from '../../platform/text/host-name.ts';
import type { PreviewMail, PreviewMailbox } from './mailbox.ts';
import { LIST_HEADERS, renderMailboxPage, renderMailPage } from './preview-pages.ts';

export const PREVIEW_PATH = '/preview';

/** For the markup of a mail: styles allowed, no script, no requests, links open in a new tab. */
const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
    'sandbox allow-popups allow-popups-to-escape-sandbox',
};

/** For a mail as it is, headers and encodings included. */
const RAW_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** For a file of a visitor: it is saved and never shown, whatever it is. */
const FILE_HEADERS = {
  ...RAW_HEADERS,
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'x-content-type-options': 'nosniff',
};

function bytesOf(mail: PreviewMail | undefined, number: string): Buffer | undefined {
  const attachment = /^\d{1,4}$/.test(number) ? mail?.email.attachments[Number(number)] : undefined;
  return attachment && attachmentBytes(attachment);
}

/** Headers that a proxy adds; a request through a proxy may come from anywhere. */
const FORWARDED = /^(forwarded|x-forwarded-.+|x-real-ip|via)$/;

/** True if a request comes from this machine and names it as its host (DNS rebinding). */
function isLocal({ headers }: FastifyRequest): boolean {
  const name = nameInHost(headers.host);
  return (
    name !== undefined &&
    isLoopback(name) &&
    !Object.keys(headers).some((key) => FORWARDED.test(key))
  );
}

/**
 * Shows the preview mailbox at /preview. Its links confirm inboxes, so only this machine may see
 * it: no CORS, no other host name, no proxy; settings keep HOST on loopback.
 */
export function mountPreview(app: FastifyInstance, mailbox: PreviewMailbox): void {
  const show = (
    path: string,
    render: (mail: PreviewMail | undefined, number: string) => string | Buffer | undefined,
    headers: Record<string, string>,
  ) =>
    app.get<{ Params: { id?: string; number?: string } }>(
      path,
      { config: { name: 'preview' } },
      (request, reply) => {
        reply.removeHeader('access-control-allow-origin');
        const { id = '', number = '' } = request.params;
        const page = isLocal(request) ? render(mailbox.find(id), number) : undefined;
        return page === undefined ? reply.callNotFound() : reply.headers(headers).send(page);
      },
    );

  show(PREVIEW_PATH, () => renderMailboxPage(mailbox.list()), LIST_HEADERS);
  show(`${PREVIEW_PATH}/:id`, (mail) => mail && renderMailPage(mail), PAGE_HEADERS);
  show(`${PREVIEW_PATH}/:id/raw`, (mail) => mail?.raw, RAW_HEADERS);
  show(`${PREVIEW_PATH}/:id/attachments/:number`, bytesOf, FILE_HEADERS);
  show(
    `${PREVIEW_PATH}/:id/html`,
    (mail) => mail && `<!doctype html><base target="_blank">${mail.email.html ?? ''}`,
    FRAME_HEADERS,
  );
}
