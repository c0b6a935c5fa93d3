import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { expectToken } from '../../forms/link-token.ts';
import { stoppedAnswersSubject } from '../../inboxes/refusals.ts';
import type { RefusalStore } from '../../platform/stores/counter-tables.ts';

/** Whether an address gets automatic replies now. */
type AnswersState = 'allowed' | 'stopped';

/** Every call throws `verification_token_required` or `verification_token_invalid`. */
export interface StopAnswers {
  /** Changes nothing. */
  look(token: unknown): Promise<AnswersState>;
  /** No form of this deployment answers the address any more, for years. Repeating it succeeds. */
  stop(token: unknown, requestId: string): Promise<AnswersState>;
  /** Lets answers through again. */
  allow(token: unknown, requestId: string): Promise<AnswersState>;
}

const DAY_SECONDS = 86_400;

const sign = (keyring: Keyring, subject: string) =>
  keyedHash(keyring, 'owner-link', 'answers', subject);

/** `<keyed hash of the address>.<signature>`: it names no form, because it is about all of them. */
export function answersTokenOf(keyring: Keyring, address: EmailAddress): string {
  const subject = stoppedAnswersSubject(keyring, address);
  return `${subject}.${sign(keyring, subject)}`;
}

function openAnswersToken(keyring: Keyring, text: unknown): KeyedHash {
  const [subject = '', signature = '', ...rest] = expectToken(text).split('.');
  if (rest.length > 0 || !secretsEqual(signature, sign(keyring, subject))) {
    throw new ServiceError('verification_token_invalid');
  }
  return subject as KeyedHash;
}

interface Parts {
  refusals: RefusalStore;
  keyring: Keyring;
  log: Log;
  now: () => number;
}

/** "Stop all automatic replies to this address", in each of them; docs/decisions/0049. */
export function createStopAnswers({ refusals, keyring, log, now }: Parts): StopAnswers & {
  isStopped(address: EmailAddress): Promise<boolean>;
} {
  const second = () => Math.floor(now() / 1_000);
  const isInForce = async (subject: KeyedHash) => ((await refusals.endOf(subject)) ?? 0) > second();
  return {
    isStopped: (address) => isInForce(stoppedAnswersSubject(keyring, address)),
    async look(token) {
      return (await isInForce(openAnswersToken(keyring, token))) ? 'stopped' : 'allowed';
    },
    async stop(token, requestId) {
      const endsAt = second() + LIMITS.stoppedAnswersDays * DAY_SECONDS;
      await refusals.add(openAnswersToken(keyring, token), endsAt);
      log.answersStopped({ requestId });
      return 'stopped';
    },
    async allow(token, requestId) {
      await refusals.remove(openAnswersToken(keyring, token));
      log.answersAllowed({ requestId });
      return 'allowed';
    },
  };
}
