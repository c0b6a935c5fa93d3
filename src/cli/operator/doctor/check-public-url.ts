import type { Settings } from '../../../platform/settings/settings.ts';
import { collect } from '../../../platform/text/octets.ts';
import { readJsonObject } from '../../../platform/text/json.ts';
import { faultOf } from '../../command.ts';
import { fail, judgeSkew, ok, PATIENCE, warn, type Finding } from './finding.ts';

const SUBJECT = 'PUBLIC_URL';

const MOST_ANSWER = 1_048_576;

/** Half of the second that a Date header, in whole seconds, rounds away. */
const HALF_SECOND = 500;

async function ask(url: string) {
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(url, { signal, redirect: 'manual' });
  const text = (await collect(response.body, MOST_ANSWER))?.toString() ?? '';
  return { response, body: readJsonObject(text) ?? {} };
}

async function knowsForm(base: string, formId: string): Promise<boolean> {
  const { response, body } = await ask(`${base}/v1/routes/${formId}`);
  return response.ok && body['form_id'] === formId;
}

function faultOfAnswer(
  base: string,
  { status, ok: isOk }: Response,
  body: Record<string, unknown>,
) {
  if (status >= 300 && status < 400) {
    return `${base} redirects: set it to the target of the redirect, or submissions get lost`;
  }
  if (!isOk || body['name'] !== 'letterslot') {
    return `something else answers at ${base} (status ${status}): check the proxy`;
  }
  if (body['openapi_url'] !== `${base}/openapi.json`) {
    return `the service at ${base} has another PUBLIC_URL: restart it with this setting`;
  }
  return undefined;
}

/** Calls the service at its public URL, as visitors do; `formId` is a form of this database. */
export async function checkPublicUrl(
  { PUBLIC_URL, PORT }: Settings,
  formId: string | undefined,
): Promise<Finding[]> {
  const base = PUBLIC_URL ?? `http://localhost:${PORT}`;
  try {
    const start = Date.now();
    const { response, body } = await ask(`${base}/health`);
    const middle = (start + Date.now()) / 2;
    const fault = faultOfAnswer(base, response, body);
    if (fault !== undefined) return [fail(SUBJECT, fault)];
    if (formId !== undefined && !(await knowsForm(base, formId))) {
      const message = 'it does not know the forms of this database';
      return [fail(SUBJECT, `another deployment answers at ${base}: ${message}`)];
    }
    const proof = formId
      ? 'it knows a form of this database'
      : 'no active form to check it with yet';
    const answered = ok(SUBJECT, `${base} answers; ${proof}`);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) return [answered];
    return [answered, judgeSkew(date + HALF_SECOND - middle, `the clock at ${base}`)];
  } catch (error) {
    const message = `${base} cannot be reached from here (${faultOf(error)}): is the service running?`;
    return [(PUBLIC_URL === undefined ? warn : fail)(SUBJECT, message)];
  }
}
