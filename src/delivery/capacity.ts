import type { Share } from '../domain/submissions/delivery.ts';

/** Bounds how much happens at the same time, in total and for each key a part of that. */
export class Capacity {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one; false when none is left in total or for one of the shares. */
  take(shares: readonly Share[]): boolean {
    const isFull = ({ key, of }: Share) => (this.#taken.get(key) ?? 0) >= this.#most / of;
    if (this.#total >= this.#most || shares.some(isFull)) return false;
    this.#total += 1;
    for (const { key } of shares) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return true;
  }

  /** Gives back what was taken for these shares. */
  giveBack(shares: readonly Share[]): void {
    this.#total -= 1;
    for (const { key } of shares) {
      const left = (this.#taken.get(key) ?? 0) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
  }
}
