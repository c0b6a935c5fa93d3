import { randomUUID } from 'node:crypto';
import { encodeUnstructured } from '../../mail/header-text.ts';
import { encodeQuotedPrintable } from '../../mail/quoted-printable.ts';
import type { Log } from '../../platform/log/log.ts';
import { isObject } from '../../platform/text/json.ts';
import { collect } from '../../platform/text/octets.ts';
import type { ContentFilter, RatedContent, Rating } from '../../submissions/ports.ts';

/** A reserved domain (RFC 6761): what Rspamd knows of real ones would not concern the visitor. */
const NOBODYS_DOMAIN = 'form.invalid';

/** Whom Rspamd takes for the sender of each submission. */
const VISITOR = `visitor@${NOBODYS_DOMAIN}`;

/** Text beyond this says nothing new about a submission; in UTF-16 units. */
const MOST_TEXT = 65_536;

/**
 * A submission as a message for Rspamd: subject and fields, without the inbox's address, the
 * client's address, or words of this service.
 */
function composeRspamdMessage({ subject, facts }: RatedContent, now = new Date()): string {
  const text = facts.map(({ label, value }) => `${label}: ${value}`).join('\n\n');
  return (
    `From: <${VISITOR}>\r\n` +
    `To: <owner@${NOBODYS_DOMAIN}>\r\n` +
    encodeUnstructured('Subject', subject) +
    `Date: ${now.toUTCString().replace('GMT', '+0000')}\r\n` +
    `Message-ID: <${randomUUID()}@${NOBODYS_DOMAIN}>\r\n` +
    'MIME-Version: 1.0\r\n' +
    'Content-Type: text/plain; charset=utf-8\r\n' +
    'Content-Transfer-Encoding: quoted-printable\r\n\r\n' +
    encodeQuotedPrintable(text.slice(0, MOST_TEXT).toWellFormed().replace(/\r?\n/g, '\r\n')) +
    '\r\n'
  );
}

/** Milliseconds for one question: extensions, chapter 5. */
const DEADLINE = 2_000;

/** Questions at the same time; beyond these a submission is not asked about. */
const MOST_ASKED = 64;

/** Octets of an answer that are read. */
const MOST_ANSWER = 262_144;

/**
 * Rspamd's actions (rspamd.com/doc/configuration/metrics.html) from `add header` on. Lower ones and
 * `soft reject`, which asks for a retry, say nothing about a form.
 */
const RATINGS: ReadonlyMap<unknown, Rating> = new Map<unknown, Rating>([
  ['add header', 'odd'],
  ['rewrite subject', 'odd'],
  ['quarantine', 'odd'],
  ['reject', 'spam'],
  ['discard', 'spam'],
]);

/** An answer without a verdict. */
class NoVerdict extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Rspamd gave no verdict: ${code}`);
    this.code = code;
  }
}

/** The class of a failure, without text from the neighbour. */
function reasonOf(error: unknown): string {
  const { cause, code, name } = error as {
    cause?: { code?: unknown };
    code?: unknown;
    name?: unknown;
  };
  const known = [cause?.code, code, name].find((value) => typeof value === 'string');
  return String(known);
}

async function readAnswer(response: Response): Promise<string> {
  if (response.status !== 200) throw new NoVerdict(`HTTP_${response.status}`);
  const answer = await collect(response.body, MOST_ANSWER);
  if (!answer) throw new NoVerdict('ANSWER_TOO_LARGE');
  return answer.toString();
}

function ratingOf(text: string): Rating {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NoVerdict('ANSWER_NOT_JSON');
  }
  if (!isObject(answer) || typeof answer['action'] !== 'string') throw new NoVerdict('NO_ACTION');
  return RATINGS.get(answer['action']) ?? 'fine';
}

interface Neighbour {
  /** RSPAMD_URL, without a slash at its end. */
  url: string;
  /** RSPAMD_PASSWORD, which Rspamd's controller asks for. */
  password: string | undefined;
  /** Milliseconds; shorter in tests. */
  deadline?: number;
}

/** Asks Rspamd (`/checkv2`) once. Throws when there is no verdict. */
export async function askRspamd(
  { url, password, deadline = DEADLINE }: Neighbour,
  content: RatedContent,
): Promise<Rating> {
  const response = await fetch(`${url}/checkv2`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      // Without the name of a host Rspamd counts its absence as a sign of spam.
      hostname: NOBODYS_DOMAIN,
      helo: NOBODYS_DOMAIN,
      // By its sender an operator tells submissions from mail, in settings of Rspamd.
      from: VISITOR,
      'queue-id': content.requestId,
      ...(password !== undefined && { password }),
    },
    body: composeRspamdMessage(content),
    redirect: 'error',
    signal: AbortSignal.timeout(deadline),
  });
  return ratingOf(await readAnswer(response));
}

/** Asks about every submission. A failure is logged and finds the submission fine. */
export class Rspamd implements ContentFilter {
  readonly #neighbour: Neighbour;
  readonly #log: Pick<Log, 'rspamdFailed'>;
  #asked = 0;

  constructor(neighbour: Neighbour, log: Pick<Log, 'rspamdFailed'>) {
    this.#neighbour = neighbour;
    this.#log = log;
  }

  async rate(content: RatedContent): Promise<Rating> {
    const { requestId } = content;
    if (this.#asked >= MOST_ASKED) {
      this.#log.rspamdFailed({ requestId, reason: 'OVERLOADED' });
      return 'fine';
    }
    this.#asked += 1;
    try {
      return await askRspamd(this.#neighbour, content);
    } catch (error) {
      this.#log.rspamdFailed({ requestId, reason: reasonOf(error) });
      return 'fine';
    } finally {
      this.#asked -= 1;
    }
  }
}
