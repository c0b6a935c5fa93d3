import type { FormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Context } from '../../platform/context.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';

/** The part of a form's day that this node has taken and not used. */
interface Held {
  /** Seconds since the epoch. */
  endsAt: number;
  left: number;
  usedUp: boolean;
  /** The statement for its next piece, which all deliveries at that time wait for. */
  taking?: Promise<void> | undefined;
}

const DAY_SECONDS = 86_400;

/** Pieces in which the share is taken from the store, so that most deliveries need no statement. */
const PIECES = 20;

/**
 * Forms whose pieces are remembered. Beyond them, and after a restart, the rest of a piece is lost.
 */
const MOST_FORMS = 20_000;

/**
 * The part of its inbox's month that a form may use in a UTC day without solutions. It is never
 * more on any number of nodes; a restart may leave a little less.
 */
export class DayShare {
  readonly #context: Context;
  /** 0 if the month has no limit. */
  readonly #pieceSize: number;
  readonly #pieces: number;
  readonly #forms = new Map<FormId, Held>();

  constructor(context: Context) {
    const { MONTHLY_LIMIT: limit } = context.settings;
    const most = Math.max(1, Math.floor(limit / LIMITS.unsolvedShareOfMonth));
    this.#context = context;
    this.#pieceSize = limit === 0 ? 0 : Math.max(1, Math.floor(most / PIECES));
    this.#pieces = Math.floor(most / this.#pieceSize);
  }

  /**
   * Takes one delivery, on all nodes; undefined if the share is used up. The result gives it back.
   */
  async take(formId: FormId): Promise<(() => void) | undefined> {
    if (this.#pieceSize === 0) return () => undefined;
    const held = this.#heldOf(formId);
    while (held.left === 0 && !held.usedUp) {
      held.taking ??= this.#takePiece(formId, held).finally(() => void (held.taking = undefined));
      await held.taking;
    }
    if (held.left === 0) return undefined;
    held.left -= 1;
    return () => void (held.left += 1);
  }

  /** True if this node knows that the share is used up. */
  isUsedUp(formId: FormId): boolean {
    if (this.#pieceSize === 0) return false;
    const { left, usedUp } = this.#heldOf(formId);
    return usedUp && left === 0;
  }

  #heldOf(formId: FormId): Held {
    const endsAt = (Math.floor(this.#context.now() / 1_000 / DAY_SECONDS) + 1) * DAY_SECONDS;
    const known = this.#forms.get(formId);
    if (known?.endsAt === endsAt) return known;
    if (this.#forms.size >= MOST_FORMS) this.#forms.clear();
    const held: Held = { endsAt, left: 0, usedUp: false };
    this.#forms.set(formId, held);
    return held;
  }

  async #takePiece(formId: FormId, held: Held): Promise<void> {
    const { store, keyring } = this.#context;
    const subject = keyedHash(keyring, 'unsolved-share', formId);
    const piece = await store.counters.take(subject, held.endsAt, this.#pieces);
    if (piece === undefined) held.usedUp = true;
    else held.left += this.#pieceSize;
  }
}
