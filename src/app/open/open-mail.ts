import type { Sender } from '../../delivery/mail/mime-message.ts';
import { createSmtpMailer } from '../../delivery/smtp/smtp-mailer.ts';
import { SmtpPool } from '../../delivery/smtp/pool.ts';
import type { SmtpServer } from '../../delivery/smtp/connect.ts';
import type { PreviewMailbox } from '../../web/preview/mailbox.ts';
import type { Settings } from '../../platform/settings/settings.ts';

const PREVIEW_SENDER: Sender = { name: 'Letterslot preview', address: 'forms@letterslot.example' };

const toPreviewServer = (port: number): SmtpServer => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  ignoreTls: true,
  auth: undefined,
  name: undefined,
  tls: {},
});

/** Loads the preview's libraries only where it runs. */
async function openPreview(): Promise<PreviewMailbox> {
  const { openPreviewMailbox } = await import('../../web/preview/mailbox.ts');
  return openPreviewMailbox();
}

/** The way to the mail server, or to the preview mailbox where none is configured. */
export async function openMail(settings: Settings) {
  const { SMTP_URL, MAIL_FROM, SMTP_CONNECTIONS: connections } = settings;
  const preview = SMTP_URL ? undefined : await openPreview();
  const server = SMTP_URL ?? toPreviewServer(preview?.port ?? 0);
  const pool = new SmtpPool(server, { connections });
  return { preview, pool, ...createSmtpMailer(pool, MAIL_FROM ?? PREVIEW_SENDER) };
}
