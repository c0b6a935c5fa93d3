import { domainToASCII, domainToUnicode } from 'node:url';

/** An address of the form local@domain: ASCII dot-atom local part, lower-case LDH domain. */
export type EmailAddress = string & { readonly __brand: 'EmailAddress' };

const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;
const MAX_LABEL = 63;

/** An address as most are, if it is no longer than a label: it is taken as it is. */
const PLAIN = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z\d]+\.)+[a-z]+$/;

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const WORDS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const VANISHING = /\p{Default_Ignorable_Code_Point}/u;
const DIGITS = /^\d+$/;

/**
 * The A-labels of a domain (RFC 5890), or undefined. Refuses characters that mapping would drop.
 */
function toAsciiDomain(domain: string): string | undefined {
  if (!WORDS.test(domain) || VANISHING.test(domain)) return undefined;
  const ascii = /^[\x21-\x7e]+$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain);
  return ascii === '' ? undefined : ascii;
}

const A_LABEL = 'xn--';

/**
 * True if every A-label of a domain decodes to Unicode (RFC 5890, 2.3.2.1). Node's URL parser
 * accepts invalid ones such as `xn--a`, which no browser opens.
 */
export function hasValidALabels(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  return labels.every((label) => {
    if (!label.startsWith(A_LABEL)) return true;
    const unicode = domainToUnicode(label);
    return unicode !== label && domainToASCII(unicode) === label;
  });
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return (
    labels.length >= 2 &&
    !DIGITS.test(top) &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label)) &&
    hasValidALabels(domain)
  );
}

/**
 * The one address validator: destinations, Reply-To and lookups go through it (RFC 5321 without
 * quoted local parts, comments and address literals), because nodemailer does not
 * guard the envelope. Trims, lower-cases the domain and converts it to A-labels. Takes linear time.
 */
export function parseEmailAddress(input: unknown): EmailAddress | undefined {
  if (typeof input !== 'string' || input.length > MAX_ADDRESS * 2) return undefined;
  if (input.length <= MAX_LABEL && PLAIN.test(input)) return input as EmailAddress;
  const text = input.trim();
  const at = text.lastIndexOf('@');
  const localPart = text.slice(0, Math.max(at, 0));
  const domain = toAsciiDomain(text.slice(at + 1));
  if (at < 1 || localPart.length > MAX_LOCAL_PART || !domain || !isDomain(domain)) return undefined;
  if (!localPart.split('.').every((atom) => ATOM.test(atom))) return undefined;
  const address = `${localPart}@${domain}`;
  return address.length <= MAX_ADDRESS ? (address as EmailAddress) : undefined;
}

export function splitAddress(address: EmailAddress): { localPart: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}
