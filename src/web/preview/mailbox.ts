import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { collect } from '../../platform/text/octets.ts';

/** A mail as the preview received it. */
export interface PreviewMail {
  id: string;
  receivedAt: Date;
  /** The envelope's recipients. */
  recipients: string[];
  email: Email;
  /** As it came over SMTP. */
  raw: Buffer;
}

const MAX_MAILS = 100;
/** Bytes of all mails in memory, as they came; the newest one is kept whatever its size. */
const MAX_BYTES = 100 * 1024 * 1024;

/** The newest mails of those that fit. */
function newest(mails: readonly PreviewMail[]): PreviewMail[] {
  let bytes = 0;
  return mails
    .slice(0, MAX_MAILS)
    .filter(({ raw }, at) => (bytes += raw.length) <= MAX_BYTES || at === 0);
}

const MAX_MESSAGE_BYTES = 25 * 1024 * 1024;

/** A real SMTP server on loopback that keeps its mails in memory, to be read in a browser. */
export type PreviewMailbox = Awaited<ReturnType<typeof openPreviewMailbox>>;

export async function openPreviewMailbox() {
  let mails: PreviewMail[] = [];
  const server = new SMTPServer({
    banner: 'Letterslot preview mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    async onData(stream, session, done) {
      try {
        const raw = await collect(stream, MAX_MESSAGE_BYTES);
        if (!raw) throw new Error('the message is too large');
        const mail = {
          id: randomBytes(9).toString('base64url'),
          receivedAt: new Date(),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          email: await PostalMime.parse(raw),
          raw,
        };
        mails = newest([mail, ...mails]);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error('the message could not be read'));
      }
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    /** Newest first. */
    list: (): readonly PreviewMail[] => mails,
    find: (id: string) => mails.find((mail) => mail.id === id),
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}
