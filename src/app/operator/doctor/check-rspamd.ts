import { askRspamd } from '../../../delivery/rspamd/rspamd.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { faultOf, ok, warn, type Finding } from './finding.ts';

const HARMLESS = {
  requestId: 'doctor',
  subject: 'Hello',
  facts: [{ label: 'Message', value: 'Letterslot asks whether Rspamd answers.' }],
};

/** What an operator can do about a failure, by its reason. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['HTTP_401', 'it asks for a password: set RSPAMD_PASSWORD, or the right one'],
  ['HTTP_403', 'it does not serve this machine: see secure_ip and bind_socket of its worker'],
  ['HTTP_404', 'it has no /checkv2: name its worker (port 11333) or controller (11334)'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['TimeoutError', 'no answer within two seconds'],
]);

/** Asks Rspamd about a harmless text; nothing where RSPAMD_URL is not set. */
export async function checkRspamd(settings: Settings): Promise<Finding[]> {
  const { RSPAMD_URL: url, RSPAMD_PASSWORD: password } = settings;
  if (url === undefined) return [];
  try {
    await askRspamd({ url, password }, HARMLESS);
    return [ok('rspamd', `${new URL(url).host} answers`)];
  } catch (error) {
    const reason = faultOf(error);
    const advice = ADVICE.get(reason);
    const what = advice === undefined ? reason : `${advice} (${reason})`;
    return [warn('rspamd', `${what}; submissions go on without its verdict`)];
  }
}
