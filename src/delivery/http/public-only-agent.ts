import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { withoutBrackets } from '../../platform/text/host-name.ts';
import { isPublicAddress } from './public-address.ts';

/** An address of a name. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name, at least one. */
export type Lookup = (hostname: string) => Promise<ResolvedAddress[]>;

export interface AgentOptions {
  /** Lets connections reach private addresses too: closed networks and tests. */
  allowPrivate: boolean;
  resolve: Lookup;
  /** Certificate authorities beside the system's, in PEM. */
  ca?: string | undefined;
  /** Every connection goes to this port, for tests of calls that name none. */
  port?: number;
  /** Addresses in place of names, held to the same rule; else they are refused. */
  takesLiterals?: boolean;
  /** Which addresses count as public, for tests on this machine. */
  isPublic?: (address: string) => boolean;
}

const CONNECT_TIMEOUT = 5_000;

/** The name resolves to an address that calls must not reach. */
class ForbiddenAddress extends Error {
  readonly code = 'EFORBIDDENADDRESS';
}

/**
 * Connects only when every address of the name is public. The check is in the connection's own
 * lookup, so that the checked addresses are the ones it connects to (ADR 14).
 */
export function createPublicOnlyAgent(options: AgentOptions): Agent {
  const { allowPrivate, resolve, ca, port, takesLiterals = false } = options;
  const { isPublic = isPublicAddress } = options;

  async function vet(hostname: string): Promise<ResolvedAddress[]> {
    const addresses = await resolve(hostname);
    const vetted = allowPrivate || addresses.every(({ address }) => isPublic(address));
    if (!vetted || addresses.length === 0) throw new ForbiddenAddress('not a public address');
    return addresses;
  }

  const vettedLookup: LookupFunction = (hostname, { all }, callback) => {
    vet(hostname).then(
      (addresses) => {
        if (all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT,
    lookup: vettedLookup,
    autoSelectFamily: true,
    allowH2: false,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    // As many connections as calls, which have bounds of their own: none waits for another.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 1_000,
    maxHeaderSize: 16_384,
    connect(target, callback) {
      const host = withoutBrackets(target.hostname);
      const isTaken = takesLiterals && (allowPrivate || isPublic(host));
      // For an IP literal there is no lookup.
      if (isIP(host) !== 0 && !isTaken) {
        callback(new ForbiddenAddress('an IP literal'), null);
      } else connect(port === undefined ? target : { ...target, port: String(port) }, callback);
    },
  });
}
