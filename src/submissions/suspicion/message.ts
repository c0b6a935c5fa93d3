import type { FormSettings } from '../../contract/form-settings.ts';
import type { Fields } from '../fields/given-fields.ts';

/** Characters of a value that are looked at. */
const MOST_CHARACTERS = 1_000;

/** Octets of a text that nobody else writes by chance: some 60 Latin letters, 20 Chinese ones. */
const LEAST_OCTETS = 60;

/** Boxes to tick often send a long sentence, which is the same on every form that its author makes. */
const TICKED =
  /consent|privacy|agree|accept|terms|gdpr|newsletter|datenschutz|dsgvo|einwillig|zustimm|agb|rgpd|acept|privacidad|同意|隐私/i;

/** What has an address, a path or a number in it, which programs fill in for each form. */
const PERSONAL = /[\d@/\\]|\.[^\s.,]/;

const isWritten = (name: string, declared: FormSettings['fields']) => {
  const type = declared?.find((field) => field.name === name)?.type ?? 'textarea';
  return (type === 'textarea' || type === 'text') && !TICKED.test(name);
};

/**
 * The longest text of a submission, without what differs where a program sends it to many forms: case, numbers and
 * addresses. Undefined when it is so short that two people may write the same.
 */
export function messageOf(fields: Fields, declared?: FormSettings['fields']): string | undefined {
  let longest = '';
  for (const [name, values] of fields) {
    const value = values.reduce((one, other) => (other.length > one.length ? other : one), '');
    if (value.length > longest.length && isWritten(name, declared)) longest = value;
  }
  if (Buffer.byteLength(longest) < LEAST_OCTETS) return undefined;
  const words = longest.slice(0, MOST_CHARACTERS).toLowerCase().split(/\s+/);
  const text = words.filter((word) => !PERSONAL.test(word)).join(' ');
  return Buffer.byteLength(text) < LEAST_OCTETS ? undefined : text;
}
