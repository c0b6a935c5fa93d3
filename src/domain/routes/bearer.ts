const BEARER = /^bearer(?: (.*))?$/i;

/** The credential of an `Authorization: Bearer` header (RFC 6750), or undefined. */
export function readBearer(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1]?.trim() || undefined;
}
