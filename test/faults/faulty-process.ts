import PostalMime from 'postal-mime';
import { SQLITE, type Engine, type FaultyDatabase } from './engines.ts';
import { startScriptedSmtp, type ScriptedSmtp } from '../support/scripted-smtp.ts';
import { tokenIn } from '../support/service.ts';
import { runService, type ServiceProcess } from '../support/service-process.ts';

/** An answer, or 0 if the connection ended without one. */
export interface Answered {
  status: number;
  body: {
    form_id?: string;
    management_token?: string;
    used?: number;
    error?: string;
    delivery_id?: string;
    receipt?: string;
    next?: string;
    retryable?: boolean;
    message?: string;
  };
}

/** The program with a database that outlives its process, and a scripted mail server. */
export interface FaultyProcess {
  smtp: ScriptedSmtp;
  database: FaultyDatabase;
  /** The process that runs now. */
  service(): ServiceProcess;
  /** Starts it, also again; resolves once it listens. */
  start(): Promise<ServiceProcess>;
  /** Ends it at once and resolves when it is gone. */
  kill(): Promise<void>;
  ask(method: string, path: string, options?: RequestInit): Promise<Answered>;
  create(email: string, key?: string, delivery?: object): Promise<Answered>;
  /** Creates a form, confirms it from the newest mail and returns its id. */
  openForm(email?: string, delivery?: object): Promise<string>;
  submit(formId: string, message: string): Promise<Answered>;
  /** How many whole messages with this text the mail server got. */
  arrivals(text: string): number;
}

/** Milliseconds that one process may live. */
const PATIENCE = 100_000;

/** The owner that cleans up behind it: a test, or a script. */
export interface Owner {
  after(run: () => unknown): void;
}

interface Preparation {
  env?: Record<string, string>;
  nodeArguments?: string[];
  patience?: number;
  engine?: Engine;
}

export async function prepareProcess(
  test: Owner,
  { env = {}, nodeArguments = [], patience = PATIENCE, engine = SQLITE }: Preparation = {},
): Promise<FaultyProcess> {
  const smtp = await startScriptedSmtp();
  test.after(() => smtp.close());
  const database = await engine.open(test);
  let running: ServiceProcess | undefined;
  let url = '';

  const faulty: FaultyProcess = {
    smtp,
    database,
    service() {
      if (!running) throw new Error('it was never started');
      return running;
    },
    async start() {
      running = runService(
        test,
        {
          ...database.env,
          SMTP_URL: `smtp://127.0.0.1:${smtp.server.port}`,
          MAIL_FROM: 'Forms <forms@letterslot.example>',
          MONTHLY_LIMIT: '100000',
          CREATE_RATE_PER_MINUTE: '0',
          FORMS_PER_INBOX: '0',
          SUBMIT_RATE_PER_MINUTE: '0/0',
          ...env,
        },
        { patience, nodeArguments },
      );
      url = await running.url();
      return running;
    },
    async kill() {
      faulty.service().child.kill('SIGKILL');
      await faulty.service().exited;
    },
    async ask(method, path, options = {}) {
      try {
        const answer = await fetch(url + path, { method, ...options });
        return { status: answer.status, body: (await answer.json()) as Answered['body'] };
      } catch {
        return { status: 0, body: {} };
      }
    },
    create: (email, key, delivery) =>
      faulty.ask('POST', '/v1/routes', {
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify({ email, alias: 'Contact form', delivery }),
      }),
    async openForm(email = 'owner@example.com', delivery) {
      const { form_id: formId } = (await faulty.create(email, undefined, delivery)).body;
      const mail = await PostalMime.parse(smtp.messages.at(-1) ?? '');
      const token = new URLSearchParams({ token: tokenIn({ email: mail }) });
      const { status } = await faulty.ask('POST', '/v1/routes/verify', { body: token });
      if (status !== 200 || !formId) throw new Error(`confirming was answered ${status}`);
      return formId;
    },
    submit: (formId, message) =>
      faulty.ask('POST', `/f/${formId}`, { body: new URLSearchParams({ message }) }),
    arrivals: (text) => smtp.messages.filter((message) => message.includes(text)).length,
  };
  return faulty;
}
