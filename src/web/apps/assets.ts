import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The codings of a body (RFC 9110, 8.4.1), the best one first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

/** A body in each coding. */
export type Bodies = Readonly<Record<(typeof CODINGS)[number], Buffer>>;

export async function encodeBody(
  text: string,
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<Bodies> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return {
    br: await promisify(brotliCompress)(identity, { params }),
    gzip: await promisify(gzip)(identity),
    identity,
  };
}

/** The pages that run in the browser; the code of each is in `pages/<page>`. */
export const APPS = ['start', 'inbox'] as const;
export type AppName = (typeof APPS)[number];

/** A file for browsers, whose name changes with what is in it; its bodies are Base64. */
export type Asset = Readonly<Record<keyof Bodies | 'name', string>>;

export const bodiesOf = (asset: Asset): Bodies =>
  Object.fromEntries(
    CODINGS.map((coding) => [coding, Buffer.from(asset[coding], 'base64')]),
  ) as Bodies;

/** All that the pages are made of. */
export interface Pages {
  /** The digest of each source, by its path in the package. */
  inputs: Readonly<Record<string, string>>;
  style: Asset;
  /** Of each page its script, and the code that draws the page before its script runs. */
  apps: Readonly<Record<AppName, { script: Asset; first: string }>>;
  /** The script for forms on any website, and what it loads when it is needed. */
  formScript: readonly Asset[];
}

/** The folder of package.json. */
export const PACKAGE = dirname(findPackageJSON(import.meta.url) ?? '');

/** The digest of a source; empty if there is none. */
export function digestOf(path: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(PACKAGE, path)))
      .digest('base64url');
  } catch {
    return '';
  }
}
