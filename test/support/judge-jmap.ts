import {
  faultOf,
  KEY,
  refuse,
  USER,
  type Judge,
  type State,
  type TakenMail,
} from './judge-mail-requests.ts';

type Json = Record<string, unknown>;
type Call = [name: string, args: Json, id: string];

interface Answered {
  response: Json;
  mail?: TakenMail;
  /** A response of the server's own accord. */
  further?: Call;
}

const notCreated = (id: string, type: string): Answered => ({
  response: { notCreated: { [id]: { type } } },
});

/** RFC 8621: 2.1, 4.6, 4.8, 6.1 and 7.5. */
const METHODS: Record<string, (args: never, state: State, id: string) => Answered> = {
  'Mailbox/get': () => ({
    response: {
      list: [
        { id: 'in', role: 'inbox' },
        { id: 'dr', role: 'drafts' },
      ],
    },
  }),
  'Identity/get': () => ({
    response: {
      list: [
        { id: 'other', email: 'other@letterslot.example' },
        { id: 'own', email: USER },
      ],
    },
  }),
  'Email/import'(
    { emails: { m } }: { emails: { m: { blobId: string; mailboxIds: Json } } },
    { blobs, drafts },
  ) {
    const raw = blobs.get(m.blobId);
    if (raw === undefined || m.mailboxIds['dr'] !== true)
      return notCreated('m', 'invalidProperties');
    drafts.set('e1', raw);
    return { response: { created: { m: { id: 'e1', blobId: m.blobId } } } };
  },
  'EmailSubmission/set'(
    {
      create: { s },
      onSuccessDestroyEmail: [gone] = [],
    }: {
      create: {
        s: {
          emailId: string;
          identityId: string;
          envelope: { mailFrom: { email: string }; rcptTo: { email: string }[] };
        };
      };
      onSuccessDestroyEmail?: string[];
    },
    { drafts, refusesSubmissions },
    id,
  ) {
    const raw = drafts.get('e1');
    const [to] = s.envelope.rcptTo;
    if (raw === undefined || s.emailId !== '#m' || !to) return notCreated('s', 'invalidProperties');
    if (s.identityId !== 'own') return notCreated('s', 'forbiddenFrom');
    if (refusesSubmissions) return notCreated('s', 'forbiddenToSend');
    if (gone === '#s') drafts.delete('e1');
    return {
      response: { created: { s: { id: 's1' } } },
      mail: { raw, to: to.email, from: s.envelope.mailFrom.email },
      further: ['Email/set', { destroyed: ['e1'] }, id],
    };
  },
  'Email/set'({ destroy }: { destroy: string[] }, { drafts }) {
    for (const id of destroy) drafts.delete(id);
    return { response: { destroyed: destroy } };
  },
};

function answerMethods(calls: Call[], state: State): { responses: Call[]; mail?: TakenMail } {
  const responses: Call[] = [];
  let sent: TakenMail | undefined;
  for (const [name, args, id] of calls) {
    const method = METHODS[name];
    if (args['accountId'] !== 'a1' || !method) {
      const type = method ? 'accountNotFound' : 'unknownMethod';
      responses.push(['error', { type }, id]);
      continue;
    }
    const { response, mail, further } = method(args as never, state, id);
    responses.push([name, response, id], ...(further ? [further] : []));
    sent ??= mail;
  }
  return { responses, ...(sent && { mail: sent }) };
}

/** RFC 8620: the session (2), an upload (6.1), and calls of methods (3.3). */
export const jmap: Judge = ({ method, path, headers, body }, state) => {
  if (headers.authorization !== `Bearer ${KEY}`) return refuse(401, 'bearer');
  if (method === 'GET' && path === '/jmap/session') {
    const json = {
      capabilities: { 'urn:ietf:params:jmap:core': { maxSizeUpload: state.limit } },
      primaryAccounts: { 'urn:ietf:params:jmap:submission': 'a1' },
      apiUrl: '/jmap/api/',
      uploadUrl: '/jmap/upload/{accountId}/',
      state: `s${state.session}`,
    };
    return { status: 200, json };
  }
  if (method === 'POST' && path === '/jmap/upload/a1/') {
    if (headers['content-type'] !== 'message/rfc822') return refuse(400, 'content type');
    const raw = body.toString('latin1');
    const fault = faultOf(raw);
    if (fault) return refuse(400, fault);
    const blobId = `b${state.blobs.size}`;
    state.blobs.set(blobId, raw);
    return { status: 201, json: { accountId: 'a1', blobId, size: body.length } };
  }
  if (method !== 'POST' || path !== '/jmap/api/') return refuse(404, path);
  if (headers['content-type'] !== 'application/json') return refuse(400, 'notJSON');
  const { using, methodCalls } = JSON.parse(body.toString()) as {
    using: string[];
    methodCalls: Call[];
  };
  if (!using.includes('urn:ietf:params:jmap:core')) return refuse(400, 'unknownCapability');
  const { responses, mail } = answerMethods(methodCalls, state);
  const json = { methodResponses: responses, sessionState: `s${state.session}` };
  return { status: 200, json, ...(mail && { mail }) };
};
