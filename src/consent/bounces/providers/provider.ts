import { ServiceError } from '../../../contract/service-error.ts';
import { isObject } from '../../../platform/text/json.ts';
import type { BounceReport } from '../note-bounce.ts';

/** A request as a provider sent it. */
export interface ProviderRequest {
  /** Reads the body as JSON; called once the headers are checked. */
  readBody(): Promise<unknown>;
  authorization: string | undefined;
}

/** Port: the reports of a provider. */
export interface ReportReader {
  /** Throws `not_found` unless the provider made the request for this deployment. */
  read(request: ProviderRequest): Promise<BounceReport[]>;
}

export const refused = (): ServiceError => new ServiceError('not_found');

/** True for the error of a request that is not from the provider, which sends JSON. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'not_found' || error.code === 'invalid_json');

/** The value at a path of members; undefined if there is none. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  );

/** A text at a path of members; '' for anything else. */
export function textAt(value: unknown, ...path: string[]): string {
  const text = valueAt(value, ...path);
  return typeof text === 'string' ? text : '';
}

/** A list at a path of members; empty for anything else. */
export function listAt(value: unknown, ...path: string[]): readonly unknown[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}
