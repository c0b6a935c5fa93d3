import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../pages/page.ts';
import type { PreviewMail, PreviewMailbox } from './mailbox.ts';
import { renderMailboxPage, renderMailPage } from './preview-pages.ts';

export const PREVIEW_PATH = '/preview';

/** For the mail's own markup: styles, no script, no request anywhere, links open in a new tab. */
const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
    'sandbox allow-popups allow-popups-to-escape-sandbox',
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Shows the preview mailbox at /preview. It holds links that confirm inboxes, so it is not open to
 * other origins: no CORS, and only under a name of this machine or of PUBLIC_URL (DNS rebinding).
 */
export function mountPreview(
  app: FastifyInstance,
  mailbox: PreviewMailbox,
  publicUrl: () => string,
): void {
  const isOurs = ({ headers: { host = '' } }: FastifyRequest) =>
    LOOPBACK.test(host) || host === new URL(publicUrl()).host;

  const show = (
    path: string,
    render: (mail: PreviewMail | undefined) => string | undefined,
    headers: Record<string, string>,
  ) =>
    app.get<{ Params: { id?: string } }>(
      path,
      { config: { name: 'preview' } },
      (request, reply) => {
        reply.removeHeader('access-control-allow-origin');
        const page = isOurs(request) ? render(mailbox.find(request.params.id ?? '')) : undefined;
        return page === undefined ? reply.callNotFound() : reply.headers(headers).send(page);
      },
    );

  show(PREVIEW_PATH, () => renderMailboxPage(mailbox.list()), PAGE_HEADERS);
  show(`${PREVIEW_PATH}/:id`, (mail) => mail && renderMailPage(mail), PAGE_HEADERS);
  show(
    `${PREVIEW_PATH}/:id/html`,
    (mail) => mail && `<!doctype html><base target="_blank">${mail.email.html ?? ''}`,
    FRAME_HEADERS,
  );
}
