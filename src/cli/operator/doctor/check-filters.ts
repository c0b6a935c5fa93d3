import { pingClamd, scanOnce } from '../../../delivery/clamd/clamd.ts';
import { askRspamd } from '../../../delivery/rspamd/rspamd.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { faultOf } from '../../command.ts';
import { fail, ok, PATIENCE, warn, type Finding } from './finding.ts';

/** A failure by its reason, after what an operator can do about it if that is known. */
function explainFault(error: unknown, advice: Readonly<Record<string, string>>): string {
  const reason = faultOf(error);
  return Object.hasOwn(advice, reason) ? `${advice[reason]} (${reason})` : reason;
}

const CLAMD_ADVICE = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket: is clamd running?',
  EACCES:
    'this user may not use the socket: see LocalSocketGroup and LocalSocketMode of clamd.conf',
  NOT_CLAMD: 'something else than clamd answers there',
  CUT_SHORT: 'it closes the connection: is that clamd?',
  ETIMEDOUT: 'no answer within five seconds; after a start clamd loads its signatures first',
};

/** What scanOnce throws when clamd stops reading a file that is too large for it. */
const TOO_LARGE = new Set(['SIZE_LIMIT', 'CUT_SHORT']);

const ZEROS = Buffer.alloc(65_536);

function* zeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left);
}

async function takesFile(url: string, bytes: number): Promise<boolean> {
  try {
    await scanOnce(url, zeros(bytes));
    return true;
  } catch (error) {
    if (TOO_LARGE.has(faultOf(error))) return false;
    throw error;
  }
}

/** Checks that ClamAV answers and accepts files of our maximum size; nothing without CLAMD_URL. */
export async function checkClamd(settings: Settings): Promise<Finding[]> {
  const { CLAMD_URL: url, MAX_FILE_BYTES: bytes } = settings;
  if (url === undefined) return [];
  try {
    await pingClamd(url, PATIENCE);
    if (await takesFile(url, bytes)) {
      return [ok('clamav', `answers, and takes files of ${bytes} bytes`)];
    }
    const advice = 'set StreamMaxLength of clamd.conf to MAX_FILE_BYTES or more';
    return [warn('clamav', `it refuses large files: ${advice}`)];
  } catch (error) {
    const what = explainFault(error, CLAMD_ADVICE);
    return [fail('clamav', `${what}; submissions with files are refused until it answers`)];
  }
}

const HARMLESS = {
  requestId: 'doctor',
  subject: 'Hello',
  facts: [{ label: 'Message', value: 'Letterslot asks whether Rspamd answers.' }],
};

const RSPAMD_ADVICE = {
  HTTP_401: 'it asks for a password: set RSPAMD_PASSWORD, or the right one',
  HTTP_403: 'it does not serve this machine: see secure_ip and bind_socket of its worker',
  HTTP_404: 'it has no /checkv2: name its worker (port 11333) or controller (11334)',
  ECONNREFUSED: 'nothing listens there',
  TimeoutError: 'no answer within two seconds',
};

/** Asks Rspamd about a harmless text; nothing without RSPAMD_URL. */
export async function checkRspamd(settings: Settings): Promise<Finding[]> {
  const { RSPAMD_URL: url, RSPAMD_PASSWORD: password } = settings;
  if (url === undefined) return [];
  try {
    await askRspamd({ url, password }, HARMLESS);
    return [ok('rspamd', `${new URL(url).host} answers`)];
  } catch (error) {
    const what = explainFault(error, RSPAMD_ADVICE);
    return [warn('rspamd', `${what}; submissions go on without its verdict`)];
  }
}
