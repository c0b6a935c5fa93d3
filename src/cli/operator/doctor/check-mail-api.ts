import { MailAccess } from '../../../delivery/https/open.ts';
import type { Letter } from '../../../delivery/smtp/transaction.ts';
import { MailFailure, TokenFailure } from '../../../mail/mailer.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { fail, ok, type Finding } from './finding.ts';

/** Milliseconds for a token, or the session of a provider. */
const OPENING = 10_000;

/** What the doctor finds, it prints. */
const UNHEARD = { mailCredentialsRefused: () => undefined, refreshTokenRotated: () => undefined };

export const openAccess = (settings: Settings): MailAccess => new MailAccess(settings, UNHEARD);

/** Says what to do about a failure of a provider or of its token server. */
function explainApi({ credentials }: MailAccess, error: unknown, who: string): string {
  if (!(error instanceof MailFailure)) throw error;
  const { reason, replyCode = '' } = error;
  const what = `${reason} ${replyCode}`.trim();
  if (credentials.fault !== undefined)
    return `the credentials are refused (${what}): check ${credentials.fault}, and what they permit`;
  if (error instanceof TokenFailure)
    return `the token server gives no token (${what}): check MAIL_OAUTH_TOKEN_URL`;
  return replyCode === ''
    ? `${who} did not answer (${what}): check its address, and firewalls`
    : `${who} did not take it (${what})`;
}

/** Opens the provider of MAIL_API and, with a letter, sends it. */
export async function checkMailApi(settings: Settings, letter?: Letter): Promise<Finding> {
  const { MAIL_API: api = '' } = settings;
  const access = openAccess(settings);
  const [subject, from] = letter ? ['mail', ` from ${letter.envelope.from}`] : ['mail api', ''];
  try {
    const pool = await access.openPool({});
    if (!letter) {
      await pool.check(OPENING);
      return ok(subject, `${api} answers, as far as it can be asked; --mail ADDRESS tries a mail`);
    }
    await pool.send(() => letter);
    const next = 'look where it arrived, and for spf=pass, dkim=pass and dmarc=pass in its source';
    return ok(subject, `${api} took it${from}: ${next}`);
  } catch (error) {
    return fail(subject, `${explainApi(access, error, api)}${from}`);
  } finally {
    await access.close();
  }
}
