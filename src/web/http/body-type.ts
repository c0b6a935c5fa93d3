import type { IncomingMessage } from 'node:http';

/**
 * The Content-Type header; '' when there is none, or more than one: Node takes the first, and a
 * program before us may have taken another.
 */
export function contentTypeOf({ headers, rawHeaders }: IncomingMessage): string {
  const isName = (text: string) => text.length === 12 && text.toLowerCase() === 'content-type';
  const count = rawHeaders.filter((text, at) => at % 2 === 0 && isName(text)).length;
  return count > 1 ? '' : (headers['content-type'] ?? '');
}

/**
 * Whether a body is compressed or otherwise coded, which no operation reads (RFC 9110, 8.4). Node undoes
 * chunks and no other transfer coding (RFC 9112, 6.1), and says nothing about the rest.
 */
export function isCoded({ headers }: IncomingMessage): boolean {
  const names = (coding: string, header = '') => ['', coding].includes(header.trim().toLowerCase());
  return (
    !names('identity', headers['content-encoding']) ||
    !names('chunked', headers['transfer-encoding'])
  );
}
