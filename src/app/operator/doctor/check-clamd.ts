import { pingClamd, scanOnce } from '../../../delivery/clamd/clamd.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { fail, faultOf, ok, PATIENCE, warn, type Finding } from './finding.ts';

/** What an operator can do about a failure, by its reason. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOENT', 'there is no such socket: is clamd running?'],
  [
    'EACCES',
    'this user may not use the socket: see LocalSocketGroup and LocalSocketMode of clamd.conf',
  ],
  ['NOT_CLAMD', 'something else than clamd answers there'],
  ['ETIMEDOUT', 'no answer within five seconds; after a start clamd loads its signatures first'],
]);

const ZEROS = Buffer.alloc(65_536);

function* zeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left);
}

/** Asks ClamAV whether it answers, and takes files as large as this service does; nothing without CLAMD_URL. */
export async function checkClamd(settings: Settings): Promise<Finding[]> {
  const { CLAMD_URL: url, MAX_FILE_BYTES: bytes } = settings;
  if (url === undefined) return [];
  try {
    await pingClamd(url, PATIENCE);
    await scanOnce(url, zeros(bytes));
    return [ok('clamav', `answers, and takes files of ${bytes} bytes`)];
  } catch (error) {
    const reason = faultOf(error);
    if (reason === 'SIZE_LIMIT') {
      const advice = 'set StreamMaxLength of clamd.conf to MAX_FILE_BYTES or more';
      return [warn('clamav', `it refuses large files: ${advice}`)];
    }
    const advice = ADVICE.get(reason);
    const what = advice === undefined ? reason : `${advice} (${reason})`;
    return [fail('clamav', `${what}; submissions with files are refused until it answers`)];
  }
}
