const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The names of HTML's autofill fields, and those of them that a kind of contact may stand before. */
const NAMES = words(
  `name honorific-prefix given-name additional-name family-name honorific-suffix nickname username
  new-password current-password one-time-code organization-title organization street-address
  address-line1 address-line2 address-line3 address-level4 address-level3 address-level2
  address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name
  cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency
  transaction-amount language bday bday-day bday-month bday-year sex url photo`,
);
const CONTACT_NAMES = words(
  `tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix
  tel-extension email impp`,
);
const CONTACTS = words('home work mobile fax pager');

/** Whether a text is what HTML has for `autocomplete` ("Autofill detail tokens"). */
export function isAutocomplete(text: string): boolean {
  const tokens = text
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((token) => token !== '');
  if (tokens.length === 1 && (tokens[0] === 'on' || tokens[0] === 'off')) return true;
  if (tokens[0]?.startsWith('section-')) tokens.shift();
  if (tokens[0] === 'shipping' || tokens[0] === 'billing') tokens.shift();
  if (tokens.at(-1) === 'webauthn') tokens.pop();
  const isContact = CONTACTS.has(tokens[0] ?? '');
  if (isContact) tokens.shift();
  const [name = ''] = tokens;
  return tokens.length === 1 && (CONTACT_NAMES.has(name) || (!isContact && NAMES.has(name)));
}
