import { ServiceError } from '../../../contract/service-error.ts';
import { isObject } from '../../../platform/text/json.ts';
import type { BounceReport } from '../note-bounce.ts';

/** A request as a provider sent it. */
export interface ProviderRequest {
  /** Reads its body as JSON, if nothing before it says that the request is from somebody else. */
  readBody(): Promise<unknown>;
  authorization: string | undefined;
}

/** What a request reports. Throws `not_found` unless the provider made it for this deployment. */
export type ReadReports = (request: ProviderRequest) => Promise<BounceReport[]>;

export const refused = (): ServiceError => new ServiceError('not_found');

/** Whether a request was refused because it is not from the provider, which sends JSON. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'not_found' || error.code === 'invalid_json');

type Members = Readonly<Record<string, unknown>>;

/** The members of what may be an object; none for anything else. */
export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

/** What may be a list, as one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text among members; '' for anything else. */
export function textOf(members: Members, name: string): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return typeof value === 'string' ? value : '';
}
