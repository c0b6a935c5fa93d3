import { LIMITS } from '../../src/contract/limits.ts';
import { readBounceToken, tokenInAddress } from '../../src/consent/bounces/bounce-token.ts';
import { issueChallenge, readSolution } from '../../src/submissions/challenges/challenge.ts';
import { openInboxLink, openSession } from '../../src/inboxes/inbox-session.ts';
import { DECISION_NAMES, DECISIONS } from '../../src/contract/decisions.ts';
import { parseIdempotencyKey } from '../../src/forms/create-request.ts';
import { openDecision } from '../../src/forms/decision-token.ts';
import { readManagementToken } from '../../src/forms/form-credentials.ts';
import { readBearer } from '../../src/platform/text/http-headers.ts';
import { parseFormId, type FormId } from '../../src/contract/names.ts';
import { SiteTickets } from '../../src/submissions/posted/site-ticket.ts';
import { Keyring } from '../../src/platform/secrets/keyring.ts';
import { UnsealError } from '../../src/platform/secrets/sealed-box.ts';
import { documents, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

export const KEYRING = new Keyring([{ id: 'k', secret: Buffer.alloc(32, 1) }], Buffer.alloc(32));

const FORM_ID = 'cfm_AAAAAAAAAAAAAAAA' as FormId;

const tickets = new SiteTickets({ keyring: KEYRING, now: Date.now });

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Tokens that begin as the genuine ones do. */
function* tokens(size: number): Generator<Hostile<string>> {
  for (const start of ['', 'v1.k.', `${FORM_ID}.`, 'lss_v1.k.', 'lsm_', 'bearer ']) {
    yield* texts(size, start);
  }
}

/** Tokens of sessions, and of links with one fact that is as long as a token may be. */
function* longTokens(size: number): Generator<Hostile<string>> {
  yield* texts(size, 'lss_v1.k.');
  for (const { facts } of Object.values(DECISIONS)) {
    const kinds = Object.values(facts);
    const text = kinds.indexOf('text');
    if (text < 0) continue;
    const short = kinds.map((kind): string => (kind === 'form' ? FORM_ID : 'x'));
    for (const [name, long] of texts(size - short.join('.').length - 2)) {
      yield [name, [...short.with(text, long), 'x'].join('.')];
    }
  }
}

/** Solutions with one long member, and documents in base64. */
function* solutions(size: number): Generator<Hostile<string>> {
  const good = issueChallenge(KEYRING, FORM_ID, { maxnumber: 1, expiresAt: 9_999_999_999 });
  for (const [name, text] of documents((size * 3) / 4 - 400, ['salt', 'number'], good)) {
    yield [name, encoded(text)];
  }
  yield* texts(size);
}

const openAll = (text: string): unknown[] =>
  [
    ...DECISION_NAMES.map((name) => () => openDecision(KEYRING, name, text)),
    () => openInboxLink(KEYRING, text, 0),
    () => openSession(KEYRING, text, 0),
    () => readManagementToken(text),
  ].map((open) => {
    try {
      return open();
    } catch (error) {
      return error instanceof Error ? error.name : error;
    }
  });

export const TOKEN_PARSERS = [
  parser({
    name: 'a token as long as one may be',
    files: [
      'src/inboxes/inbox-session.ts',
      'src/forms/decision-token.ts',
      'src/platform/secrets/sealed-box.ts',
    ],
    most: LIMITS.tokenCharacters,
    cost: 30,
    faults: [UnsealError],
    inputs: longTokens,
    read: openAll,
  }),
  parser({
    name: 'the token of a link, a session or a form',
    files: [
      'src/contract/names.ts',
      'src/consent/bounces/bounce-token.ts',
      'src/forms/form-credentials.ts',
    ],
    most: LIMITS.headerBytes,
    cost: 30,
    faults: [UnsealError],
    inputs: tokens,
    read: (text) => [
      ...openAll(text),
      readBearer(text),
      parseFormId(text),
      readBounceToken(text, 0),
      tokenInAddress(`a+${text}`),
    ],
  }),
  parser({
    name: 'the ticket of a page',
    files: ['src/submissions/posted/site-ticket.ts'],
    most: LIMITS.submissionBytes,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    inputs: tokens,
    read: (text) => [
      tickets.read(FORM_ID, text),
      tickets.read(FORM_ID, tickets.issue(FORM_ID, 'https://site.example')),
    ],
  }),
  parser({
    name: "a challenge's solution",
    files: ['src/submissions/challenges/challenge.ts'],
    most: LIMITS.solutionCharacters,
    inputs: solutions,
    read: (payload) => readSolution(KEYRING, FORM_ID, payload, 0),
  }),
  parser({
    name: 'an Idempotency-Key',
    files: ['src/forms/create-request.ts'],
    most: LIMITS.idempotencyKeyCharacters,
    inputs: texts,
    read: parseIdempotencyKey,
  }),
];
