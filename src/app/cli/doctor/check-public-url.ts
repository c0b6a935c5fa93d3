import type { Settings } from '../../../platform/settings/settings.ts';
import { fail, faultOf, judgeSkew, ok, PATIENCE, warn, type Finding } from './finding.ts';

/** What is looked at in an answer, of whomever it may be. */
interface Body {
  name?: unknown;
  openapi_url?: unknown;
  form_id?: unknown;
}

const SUBJECT = 'PUBLIC_URL';

/** Half of what a Date header leaves out: it counts whole seconds. */
const HALF_SECOND = 500;

async function ask(url: string): Promise<{ response: Response; body: Body }> {
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(url, { signal, redirect: 'manual' });
  const text = await response.text();
  try {
    return { response, body: (JSON.parse(text) as Body | null) ?? {} };
  } catch {
    return { response, body: {} };
  }
}

/** Whether a form of our database is known there; undefined when there is none to ask for. */
async function knowsOurForm(
  base: string,
  formId: string | undefined,
): Promise<boolean | undefined> {
  if (formId === undefined) return undefined;
  const { response, body } = await ask(`${base}/v1/routes/${formId}`);
  return response.ok && body.form_id === formId;
}

function judgeAnswer(base: string, response: Response, body: Body): Finding | undefined {
  if (response.status >= 300 && response.status < 400) {
    return fail(
      SUBJECT,
      `${base} redirects: set it to where it leads, or forms lose what is posted`,
    );
  }
  if (!response.ok || body.name !== 'letterslot') {
    return fail(
      SUBJECT,
      `at ${base} something else answers (status ${response.status}): see the proxy`,
    );
  }
  if (body.openapi_url !== `${base}/openapi.json`) {
    return fail(
      SUBJECT,
      `the service at ${base} calls itself otherwise: restart it with this setting`,
    );
  }
  return undefined;
}

/** Asks the service for itself, as its visitors reach it. */
export async function checkPublicUrl(
  { PUBLIC_URL, PORT }: Settings,
  formId: string | undefined,
): Promise<Finding[]> {
  const base = PUBLIC_URL ?? `http://localhost:${PORT}`;
  const miss = PUBLIC_URL === undefined ? warn : fail;
  try {
    const start = Date.now();
    const { response, body } = await ask(`${base}/health`);
    const middle = (start + Date.now()) / 2;
    const wrong = judgeAnswer(base, response, body);
    if (wrong) return [wrong];
    const known = await knowsOurForm(base, formId);
    if (known === false) {
      return [fail(SUBJECT, `at ${base} another deployment answers: it does not know our forms`)];
    }
    const proof = known ? 'it knows a form of this database' : 'no active form to ask it for yet';
    const answered = ok(SUBJECT, `${base} answers; ${proof}`);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) return [answered];
    return [answered, judgeSkew(date + HALF_SECOND - middle, `the clock at ${base}`)];
  } catch (error) {
    const message = `${base} cannot be reached from here (${faultOf(error)}): is the service up?`;
    return [miss(SUBJECT, message)];
  }
}
