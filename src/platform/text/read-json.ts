import { isObject } from './values.ts';

/** The text and the value of JSON in UTF-8; throws SyntaxError or TypeError. */
export function readJson(octets: Uint8Array): { text: string; value: unknown } {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(octets);
  return { text, value: JSON.parse(text) };
}

/** The members of a JSON object; undefined for every other text. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
