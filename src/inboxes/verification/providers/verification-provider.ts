import type { EmailAddress } from '../../../platform/text/email-address.ts';

/** What a provider knows about an exact address. */
export type InboxStanding = 'unknown' | 'pending' | 'verified';

type ProviderName = 'cloudflare' | 'ses';

/** Port: a mail provider that verifies inboxes with its own mails. Throws ProviderFailure. */
export interface VerificationProvider {
  name: ProviderName;
  /**
   * Registers the exact address, unless it is; the provider then mails it, unless it is verified.
   * `again`: mails an address that is still pending once more, by registering it again.
   */
  register(address: EmailAddress, again?: boolean): Promise<'pending' | 'verified'>;
  status(address: EmailAddress): Promise<InboxStanding>;
}

/**
 * How a call to a provider failed:
 * `unavailable`: it failed, throttled us or could not be reached; nothing was registered.
 * `doubtful`: the address was sent and no readable reply came; it may be registered.
 * `refused`: it does not accept this address.
 * `capacity`: it cannot register more addresses for this account.
 * `credentials`: it refuses the deployment's own credentials.
 */
export type ProviderFailureKind =
  'unavailable' | 'doubtful' | 'refused' | 'capacity' | 'credentials';

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  /** Class for the log, a status or error code; never the provider's text, which quotes addresses. */
  readonly reason: string;
  /** How long to wait before the next request, when the provider throttles; milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(kind: ProviderFailureKind, reason: string, retryAfter?: number) {
    super(`verification provider ${kind}: ${reason}`);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}
