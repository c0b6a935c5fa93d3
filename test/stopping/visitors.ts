import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { tokenIn } from '../support/service.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

/** The result of one submission: an answer, or the fault that prevented it. */
export interface Outcome {
  id: string;
  /** Undefined when there was no answer. */
  status?: number | undefined;
  body: string;
  connection?: string | undefined;
  /** Why there is no whole answer. */
  fault?: string | undefined;
  /** True if some of an answer came, but not all. */
  half: boolean;
}

/** How a visitor sends a submission. */
export interface Manner {
  agent: Agent;
  json: boolean;
  /** Milliseconds between the halves of the body. */
  pause: number;
}

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** Sends one submission that carries `id`; never rejects. */
export function submit(
  url: string,
  id: string,
  { agent, json, pause }: Manner,
  onRequest: (sent: ClientRequest) => void = () => undefined,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const fields = { name: 'Ada', message: `canary ${id} canary` };
  const body = json ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
  const headers = {
    'content-type': json ? TYPES.json : TYPES.form,
    'content-length': body.length,
    accept: 'application/json',
  };
  const sent = request(url, { method: 'POST', agent, headers });
  let before = 0;
  let answer: IncomingMessage | undefined;
  let text = '';
  const settle = (fault?: string) =>
    resolve({
      id,
      status: answer?.statusCode,
      body: text,
      connection: answer?.headers.connection,
      fault,
      half: fault !== undefined && (sent.socket?.bytesRead ?? 0) > before,
    });
  sent.on('socket', (socket) => (before = socket.bytesRead));
  sent.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.name));
  sent.on('response', (response) => {
    answer = response;
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.name));
    response.on('end', () => settle(response.complete ? undefined : 'incomplete'));
  });
  onRequest(sent);
  sent.write(body.slice(0, 20));
  void wait(pause).then(() => sent.end(body.slice(20)));
  return promise;
}

/** Visitors who come at a constant rate, whatever the service does, until stopped. */
export function startVisitors(url: string, name: string, perSecond: number) {
  const kept = new Agent({ keepAlive: true });
  const fresh = new Agent({ keepAlive: false });
  const outcomes: Promise<Outcome>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    while (outcomes.length < due) {
      const turn = outcomes.length;
      const manner = {
        agent: turn % 2 === 0 ? kept : fresh,
        json: turn % 4 < 2,
        pause: turn % 8 === 0 ? 20 : 0,
      };
      outcomes.push(submit(url, `${name}-${turn}`, manner));
    }
  }, 5).unref();
  return {
    async stop(): Promise<Outcome[]> {
      clearInterval(timer);
      const all = await Promise.all(outcomes);
      kept.destroy();
      fresh.destroy();
      return all;
    },
  };
}

/** How often each submission arrived, by the id it carries. */
export function countArrivals({ mails }: Pick<SmtpSink, 'mails'>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { email } of mails) {
    const [, id = ''] = /canary (\S+) canary/.exec(email.text ?? '') ?? [];
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Creates a form, with `body` too, and confirms its inbox; returns its endpoint's path. */
export async function openForm(url: string, sink: SmtpSink, body: object = {}): Promise<string> {
  const created = await fetch(`${url}/v1/routes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', alias: 'Contact', ...body }),
  });
  const { form_id: formId } = (await created.json()) as RouteResource;
  // A relay between them passes the mail on in its own time.
  await until('the verification mail', () => sink.mails.length > 0);
  const [mail] = sink.mails.slice(-1);
  if (!mail) throw new Error('no verification mail arrived');
  const token = tokenIn(mail);
  const confirmed = await fetch(`${url}/v1/routes/verify`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  });
  if (confirmed.status !== 200) throw new Error(`confirming was answered ${confirmed.status}`);
  sink.mails.length = 0;
  return `/f/${formId}`;
}
