import { readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { createLog, withListener } from '../../src/platform/log/log.ts';
import { createService, type Overrides, type Service } from '../../src/app/service.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { checkLogLine } from './check-log-line.ts';
import { checkAgainstContract, watchRefusals } from './contract-check.ts';
import type { Owner } from './owner.ts';
import { startSmtpSink, type ReceivedMail, type SmtpSink } from './smtp-sink.ts';
import { newDatabaseFolder } from './temp-folder.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined when it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  json: any;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
}

type ChangeSettings = (
  route: { form_id: string; management_token?: string },
  wanted: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export interface TestService {
  url: string;
  service: Service;
  sink: SmtpSink;
  folder: string;
  /** The log so far. */
  logText(): string;
  /** Sends a request and holds the answer against the OpenAPI document. Never follows redirects. */
  request(path: string, options?: RequestOptions): Promise<Answer>;
  create(body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Replaces the settings of a form, with its management token or a session. */
  putSettings: ChangeSettings;
  /** Changes some of them. */
  patchSettings: ChangeSettings;
  /** Posts fields as urlencoded to a form. */
  submit(
    formId: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The token of the newest verification mail. */
  verificationToken(): string;
  confirm(token: string): Promise<Answer>;
  /** Creates a route and confirms it; its verification mail is dropped from the sink. */
  activeRoute(body?: object): Promise<RouteResource>;
  close(): Promise<void>;
}

export const OWNER = 'owner@example.com';

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** The token in a verification mail, as its text part links it. */
export function tokenIn({ email }: Pick<ReceivedMail, 'email'>): string {
  const [, token] = /verify\?token=([\w.%-]+)/.exec(email.text ?? '') ?? [];
  if (!token) throw new Error('the mail has no verification link');
  return decodeURIComponent(token);
}

/** A page behind a link in a mail. */
export type LinkPage =
  | 'stop'
  | 'restart'
  | 'refuse'
  | 'approve'
  | 'settings'
  | 'origin'
  | 'spam'
  | 'not-spam'
  | 'copy'
  | 'copy-stop'
  | 'hand-over';

/** The token of a link in a mail, the newest one unless another is given. */
export function linkedToken(
  { sink }: Pick<TestService, 'sink'>,
  page: LinkPage,
  mail = sink.mails.at(-1),
): string {
  const text = mail?.email.text ?? '';
  const [, token] = new RegExp(`/${page}\\?token=([\\w.%-]+)`).exec(text) ?? [];
  if (!token) throw new Error(`the mail has no ${page} link`);
  return decodeURIComponent(token);
}

/** The token for the mail program's own button, which stops a form at once. */
export function unsubscribeToken(
  { sink }: Pick<TestService, 'sink'>,
  mail = sink.mails.at(-1),
): string {
  const field = mail?.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  const [, token] = /stop\?token=([\w.%-]+)/.exec(field ?? '') ?? [];
  if (!token) throw new Error('the mail has no List-Unsubscribe');
  return decodeURIComponent(token);
}

/** A whole service with an SMTP server of its own, on free ports, in a folder of its own. */
export async function startService(
  owner: Owner | undefined,
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<TestService> {
  const folder = newDatabaseFolder('service');
  const sink = await startSmtpSink();
  const lines: string[] = [];
  const settings = readSettings(
    {
      PORT: '0',
      DATABASE_URL: `file:${join(folder, 'test.db')}`,
      SMTP_URL: sink.url,
      MAIL_FROM: 'Forms <forms@letterslot.example>',
      CREATE_RATE_PER_MINUTE: '0',
      SUBMIT_RATE_PER_MINUTE: '0/0',
      DRAIN_SECONDS: '0',
      ...env,
    },
    readFileSync,
  );
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const refusals = watchRefusals();
  const service = await createService(settings, {
    ...overrides,
    log: withListener(overrides.log ?? log, refusals.listener),
  });
  const publicUrl = await service.listen();
  const { port } = service.app.server.address() as AddressInfo;
  const url = env['PUBLIC_URL'] === undefined ? publicUrl : `http://localhost:${port}`;

  const request: TestService['request'] = async (
    path,
    { method = 'GET', headers = {}, body } = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    const json = type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined;
    const { pathname } = new URL(url + path);
    checkAgainstContract(method, pathname, response.status, type, json);
    refusals.check();
    return { status: response.status, headers: response.headers, text, json };
  };

  const changeSettings =
    (method: string): ChangeSettings =>
    ({ form_id, management_token = '' }, wanted, headers = {}) =>
      request(`/v1/routes/${form_id}/settings`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${management_token}`,
          ...headers,
        },
        body: typeof wanted === 'string' ? wanted : JSON.stringify(wanted),
      });

  let closed = false;
  const testService: TestService = {
    url,
    service,
    sink,
    folder,
    logText: () => lines.join(''),
    request,
    create: (body = {}, headers = {}) =>
      request('/v1/routes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: OWNER, alias: 'Contact form', ...body }),
      }),
    putSettings: changeSettings('PUT'),
    patchSettings: changeSettings('PATCH'),
    submit: (formId, fields, headers = {}) =>
      request(`/f/${formId}`, {
        method: 'POST',
        headers: { ...FORM_HEADERS, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    verificationToken() {
      const mail = sink.mails.at(-1);
      if (!mail) throw new Error('no mail arrived');
      return tokenIn(mail);
    },
    confirm: (token) =>
      request('/v1/routes/verify', {
        method: 'POST',
        headers: FORM_HEADERS,
        body: new URLSearchParams({ token }).toString(),
      }),
    async activeRoute(body = {}) {
      const created = await testService.create(body);
      if (created.json.status === 'active') return created.json;
      await testService.confirm(testService.verificationToken());
      sink.mails.length = 0;
      return { ...created.json, status: 'active' };
    },
    async close() {
      if (closed) return;
      closed = true;
      await service.close();
      await sink.close();
      rmSync(folder, { recursive: true, force: true });
      for (const line of lines) checkLogLine(line);
    },
  };
  owner?.after(() => testService.close());
  return testService;
}
