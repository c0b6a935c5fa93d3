import { after, before } from 'node:test';
import type { Owner } from '../support/owner.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { startProcess, type Listening } from '../support/service-process.ts';
import { tokenIn } from '../support/service.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

export interface Nodes {
  nodes: readonly Listening[];
  sink: SmtpSink;
  /** The next node, round robin. */
  any(): Listening;
}

type Server = Pick<PostgresServer, 'newDatabase'>;

/** Three nodes on one new database of a server, with one mail server. */
export async function startNodes(
  test: Owner,
  server: Server,
  env: Record<string, string> = {},
): Promise<Nodes> {
  const sink = await startSmtpSink();
  const shared = {
    DATABASE_URL: await server.newDatabase(),
    ...newNodeKeys(),
    SMTP_URL: sink.url,
    MAIL_FROM: 'Forms <forms@letterslot.example>',
    PUBLIC_URL: 'https://forms.example',
    CREATE_RATE_PER_MINUTE: '0',
    FORMS_PER_INBOX: '0',
    SUBMIT_RATE_PER_MINUTE: '0/0',
    ...env,
  };
  const nodes = await Promise.all([1, 2, 3].map(() => startProcess(test, shared)));
  // Closed after the nodes, whose idle sessions it would wait for.
  test.after(() => sink.close());
  let turn = 0;
  const any = () => {
    const node = nodes[turn % nodes.length];
    if (!node) throw new Error('there is no node');
    turn += 1;
    return node;
  };
  return { nodes, sink, any };
}

/** Nodes that the tests of a suite share, as fresh as possible; each test uses another inbox. */
export function shareNodes(server: Server, env: Record<string, string> = {}): () => Nodes {
  const ends: (() => Promise<void>)[] = [];
  let nodes: Nodes;
  before(async () => {
    nodes = await startNodes({ after: (end) => void ends.push(end) }, server, env);
  });
  after(async () => {
    for (const end of ends) await end();
  });
  return () => {
    nodes.sink.mails.length = 0;
    nodes.sink.delay(0);
    nodes.sink.refuseWith(undefined);
    return nodes;
  };
}

/** Creates a form on a node. */
export function createForm(
  url: string,
  headers: Record<string, string> = {},
  email = 'owner@example.com',
): Promise<Response> {
  return fetch(`${url}/v1/routes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, alias: 'Contact form' }),
  });
}

export function submit(
  url: string,
  formId: string,
  message = 'Hello',
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/f/${formId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ message }).toString(),
  });
}

interface ActiveForm {
  form_id: string;
  management_token: string;
}

/** A form created on one node and confirmed on another. */
export async function activeForm({ any, sink }: Nodes, email?: string): Promise<ActiveForm> {
  const created = (await (await createForm(any().url, {}, email)).json()) as ActiveForm;
  const mail = sink.mails.pop();
  if (!mail) throw new Error('no verification mail came');
  await fetch(`${any().url}/v1/routes/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: tokenIn(mail) }).toString(),
  });
  return created;
}
