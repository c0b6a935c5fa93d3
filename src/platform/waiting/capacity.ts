/** On whose behalf something runs or waits, and what it concerns: the domain of a receiver, or a form. */
export interface Claim {
  owner?: string;
  domain?: string;
}

/** How much may be under way, in total and of one claim; what is left out is as much as `most`. */
export interface Shares {
  most: number;
  ofOwner?: number;
  /** Of one owner for one domain. */
  ofOwnerAndDomain?: number;
  /** So much of `most` is for owners with fewer than `few` under way, and at most half of what is left for one domain. */
  kept?: number;
  few?: number;
}

/** Counts what is under way, so that owners with much of it leave room to the others. */
export class Capacity {
  readonly #shares: Required<Shares>;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor({ most, ofOwner = most, ofOwnerAndDomain = most, kept = 0, few = 0 }: Shares) {
    this.#shares = { most, ofOwner, ofOwnerAndDomain, kept, few };
  }

  get total(): number {
    return this.#total;
  }

  get free(): number {
    return this.#shares.most - this.#total;
  }

  /** How much an owner has under way. */
  of(owner: string | undefined): number {
    return owner === undefined ? 0 : this.#count(`owner ${owner}`);
  }

  /** How much an owner has under way for one domain. */
  ofBoth({ owner = '', domain = '' }: Claim): number {
    return this.#count(`both ${owner} ${domain}`);
  }

  /** Whether a claim has less than its shares, however much others have. */
  allows(claim: Claim): boolean {
    const { ofOwner, ofOwnerAndDomain } = this.#shares;
    return this.of(claim.owner) < ofOwner && this.ofBoth(claim) < ofOwnerAndDomain;
  }

  /** Whether there is room for a claim. */
  fits(claim: Claim): boolean {
    const { kept, few } = this.#shares;
    if (this.of(claim.owner) < few) return this.free > this.#count(`domain ${claim.domain ?? ''}`);
    return this.free > kept && this.allows(claim);
  }

  /** Takes room; false when there is none. */
  take(claim: Claim): boolean {
    if (!this.fits(claim)) return false;
    this.#total += 1;
    for (const key of keysOf(claim)) this.#taken.set(key, this.#count(key) + 1);
    return true;
  }

  /** Gives back what was taken for a claim. */
  giveBack(claim: Claim): void {
    this.#total -= 1;
    for (const key of keysOf(claim)) {
      const left = this.#count(key) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0;
  }
}

function* keysOf({ owner, domain }: Claim): Generator<string> {
  if (owner !== undefined) yield `owner ${owner}`;
  if (domain !== undefined) yield `domain ${domain}`;
  if (owner !== undefined && domain !== undefined) yield `both ${owner} ${domain}`;
}
