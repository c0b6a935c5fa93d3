import { MailFailure, TOO_LARGE_FOR_SERVER } from '../../mail/mailer.ts';
import { toLongMessage } from '../../mail/long-message.ts';
import { isObject } from '../../platform/text/json.ts';
import type { Letter } from '../smtp/transaction.ts';
import type { ApiClient } from './client.ts';
import { contentOf, type Account, type MailApi } from './mail-api.ts';

const CORE = 'urn:ietf:params:jmap:core';
const MAIL = 'urn:ietf:params:jmap:mail';
const SUBMISSION = 'urn:ietf:params:jmap:submission';

type Json = Record<string, unknown>;

/** What a session says (RFC 8620, 2), and where messages wait and by whom they are sent. */
interface Session {
  state: unknown;
  api: string;
  upload: string;
  octets: number;
  accountId: string;
  mailbox: string;
  /** Ids of identities by their addresses. */
  identities: ReadonlyMap<string, string>;
}

const membersOf = (value: unknown): Json => (isObject(value) ? value : {});
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const unreadable = () => new MailFailure('refused', 'EPROTOCOL');

/** The arguments of a method's response; throws MailFailure for an error (RFC 8620, 3.6.2). */
function responseOf(responses: unknown, name: string): Json {
  const calls = Array.isArray(responses) ? responses.filter(Array.isArray) : [];
  const found = calls.find(([called]) => called === name || called === 'error');
  if (found?.[0] === 'error') throw refusalOf(found[1]);
  if (!isObject(found?.[1])) throw unreadable();
  return found[1];
}

/** The server kept or sent nothing; `type` is one of RFC 8620 or 8621. */
function refusalOf(error: unknown): MailFailure {
  const { type } = membersOf(error);
  const reason = typeof type === 'string' && /^[\w:.-]{1,80}$/.test(type) ? type : 'EPROTOCOL';
  return new MailFailure('refused', reason === 'tooLarge' ? TOO_LARGE_FOR_SERVER : reason);
}

/** JMAP `EmailSubmission` (RFC 8621, 7): the message waits in a mailbox until it is sent. */
export class JmapApi implements MailApi {
  readonly connections = 4;
  octets = Infinity;
  readonly #client: ApiClient;
  readonly #account: Account;
  readonly #authorization: string;
  #session: Promise<Session> | undefined = undefined;

  constructor(client: ApiClient, account: Account, authorization: string) {
    this.#client = client;
    this.#account = account;
    this.#authorization = authorization;
  }

  async open(signal: AbortSignal): Promise<void> {
    this.#session ??= this.#read(signal);
    try {
      await this.#session;
    } catch (error) {
      this.#session = undefined;
      throw error;
    }
  }

  async send(letter: Letter, signal: AbortSignal): Promise<void> {
    await this.open(signal);
    const session = await this.#session;
    if (!session) throw unreadable();
    const { accountId } = session;
    const body = contentOf(letter);
    if (body.octets > session.octets) throw new MailFailure('refused', TOO_LARGE_FOR_SERVER);
    const upload = { url: session.upload, headers: { 'content-type': 'message/rfc822' }, body };
    const { json } = await this.#client.authorised(upload, this.#authorization, signal);
    const blobId = json?.['blobId'];
    if (typeof blobId !== 'string') throw unreadable();
    const { from, to } = letter.envelope;
    const emails = { m: { blobId, mailboxIds: { [session.mailbox]: true }, keywords: {} } };
    const submission = {
      emailId: '#m',
      identityId: identityOf(session, letter),
      envelope: { mailFrom: { email: from }, rcptTo: [{ email: to }] },
    };
    const sent = await this.#call(
      session.api,
      [
        ['Email/import', { accountId, emails }, '0'],
        [
          'EmailSubmission/set',
          { accountId, create: { s: submission }, onSuccessDestroyEmail: ['#s'] },
          '1',
        ],
      ],
      signal,
      true,
    );
    if (!sent) throw new MailFailure('doubtful', 'EPROTOCOL');
    if (sent['sessionState'] !== session.state) this.#session = undefined;
    const imported = responseOf(sent['methodResponses'], 'Email/import');
    const { m: waiting } = membersOf(imported['created']);
    if (!isObject(waiting)) throw refusalOf(membersOf(imported['notCreated'])['m']);
    try {
      const { created, notCreated } = responseOf(sent['methodResponses'], 'EmailSubmission/set');
      if (!isObject(membersOf(created)['s'])) throw refusalOf(membersOf(notCreated)['s']);
    } catch (error) {
      // Nothing of a submission is kept.
      const destroy = [['Email/set', { accountId, destroy: [waiting['id']] }, '0']];
      await this.#call(session.api, destroy, signal).catch(() => undefined);
      throw error;
    }
  }

  async #call(api: string, methodCalls: readonly unknown[], signal: AbortSignal, submits = false) {
    const request = JSON.stringify({ using: [CORE, MAIL, SUBMISSION], methodCalls });
    const { json } = await this.#client.authorised(
      {
        url: api,
        headers: { 'content-type': 'application/json' },
        body: { ...toLongMessage([request]), octets: Buffer.byteLength(request) },
        submits,
      },
      this.#authorization,
      signal,
    );
    return json;
  }

  async #read(signal: AbortSignal): Promise<Session> {
    const { url = '', user } = this.#account;
    const found = await this.#client.authorised({ url }, this.#authorization, signal);
    const { apiUrl, uploadUrl, primaryAccounts, capabilities, state } = found.json ?? {};
    const accountId = user ?? membersOf(primaryAccounts)[SUBMISSION];
    const api = URL.parse(String(apiUrl), url)?.href;
    if (typeof accountId !== 'string' || !api || typeof uploadUrl !== 'string') throw unreadable();
    const path = uploadUrl.replaceAll('{accountId}', encodeURIComponent(accountId));
    const answer = await this.#call(
      api,
      [
        ['Mailbox/get', { accountId, properties: ['role'] }, '0'],
        ['Identity/get', { accountId, properties: ['email'] }, '1'],
      ],
      signal,
    );
    const mailboxes = objectsIn(responseOf(answer?.['methodResponses'], 'Mailbox/get')['list']);
    const identities = objectsIn(responseOf(answer?.['methodResponses'], 'Identity/get')['list']);
    const mailbox = ['outbox', 'drafts']
      .map((role) => mailboxes.find((one) => one['role'] === role)?.['id'])
      .find((id) => typeof id === 'string');
    if (mailbox === undefined) throw new MailFailure('refused', 'ENOMAILBOX');
    this.octets = Number(membersOf(membersOf(capabilities)[CORE])['maxSizeUpload']) || Infinity;
    return {
      state,
      api,
      upload: new URL(path, url).href,
      octets: this.octets,
      accountId,
      mailbox,
      identities: new Map(identities.map(({ email, id }) => [String(email), String(id)])),
    };
  }
}

/** The identity of the sender: by its address, else by its domain, else the first one. */
function identityOf({ identities }: Session, { envelope: { from } }: Letter): string | undefined {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return identities.get(from) ?? identities.get(`*@${domain}`) ?? [...identities.values()][0];
}
