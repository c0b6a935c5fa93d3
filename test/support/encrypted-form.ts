import { decrypt, readMessage, type PrivateKey } from 'openpgp';
import { sessionOf } from './inbox-session.ts';
import { OWNER, type TestService } from './service.ts';
import type { ReceivedMail } from './smtp-sink.ts';

/** A form whose mails are encrypted to this key, and further settings. */
export async function encryptedForm(
  service: TestService,
  encryption: { type: 'openpgp'; key: string },
  others: object = {},
): Promise<string> {
  const route = await service.activeRoute();
  const authorization = `Bearer ${sessionOf(service, OWNER)}`;
  const { status, text } = await service.putSettings(
    route,
    { ...others, encryption },
    { authorization },
  );
  if (status !== 200) throw new Error(text);
  return route.form_id;
}

/** The header of a message and what follows it. */
export function splitMessage(raw: string): { header: string; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  return { header: raw.slice(0, end + 2), body: raw.slice(end + 4) };
}

/** An armored text within a message. */
export function armorIn({ raw }: Pick<ReceivedMail, 'raw'>, name: string): string {
  const [begin, end] = [`-----BEGIN ${name}-----`, `-----END ${name}-----`];
  const at = raw.indexOf(begin);
  const to = raw.indexOf(end, at);
  if (at < 0 || to < 0) throw new Error(`the mail has no ${name}`);
  return raw.slice(at, to + end.length);
}

/** The octets within the PGP/MIME of a mail. */
export async function decryptPgp(
  mail: Pick<ReceivedMail, 'raw'>,
  decryptionKeys: PrivateKey,
): Promise<string> {
  const message = await readMessage({ armoredMessage: armorIn(mail, 'PGP MESSAGE') });
  const { data } = await decrypt({ message, decryptionKeys, format: 'binary' });
  return Buffer.from(data).toString('latin1');
}
