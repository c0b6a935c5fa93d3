import type { CopyStatus } from '../../contract/enums.ts';
import type { FormId } from '../../contract/names.ts';
import type { FormField } from '../../contract/form-field.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isObject } from '../../platform/text/json.ts';
import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import { reportBelow, type ReportFault } from './schema-faults.ts';
import type { SettingRules } from './setting-rules.ts';

const NOT_ASKED =
  'Here the mail provider confirms inboxes itself, and delivers to nobody else: there are no copies.';

/** Compares exact addresses, since only some providers say which spellings mean one mailbox. */
const keyOf = (text: string): string | undefined => parseEmailAddress(text)?.toLowerCase();

type Copy = NonNullable<FormSettings['copies']>[number];

/** The address of an entry. */
export const addressIn = (copy: Copy): EmailAddress =>
  (typeof copy === 'string' ? copy : copy.email) as EmailAddress;

const whenOf = (copy: Copy | undefined) => (typeof copy === 'object' ? copy.when : undefined);

/** The entry with another address. */
export const withAddress = (copy: Copy, email: string): Copy =>
  typeof copy === 'string' ? email : { ...copy, email };

/** True if an inbox gets the message with these fields: exact values, any of several. */
export function gets(copy: Copy, fields: ReadonlyMap<string, readonly string[]>): boolean {
  const when = whenOf(copy);
  return !when || (fields.get(when.field) ?? []).some((value) => when.is.includes(value));
}

/** Faults of a condition: its field has to be declared, with each of its values as an option. */
function judgeWhen(copy: Copy, declared: readonly FormField[], report: ReportFault): void {
  const when = whenOf(copy);
  const options = declared.find(({ name }) => name === when?.field)?.options;
  if (when && !options) report('Name a field of `fields` that has `options`.', 'when', 'field');
  const values = options?.map((option) => (typeof option === 'string' ? option : option.value));
  for (const [at, value] of when?.is.entries() ?? []) {
    if (values?.includes(value) === false) {
      report('It is none of the values of this field.', 'when', 'is', at);
    }
  }
}

/** True if messages reach an inbox that did not get them before. */
function isWider(before: readonly Copy[], copy: Copy): boolean {
  const known = before.find((other) => addressIn(other) === addressIn(copy));
  const [had, has] = [whenOf(known), whenOf(copy)];
  if (!known) return true;
  if (!had) return false;
  return had.field !== has?.field || has.is.some((value) => !had.is.includes(value));
}

export const COPIES: SettingRules<'copies'> = {
  judge(copies, report, { document, form, limits }) {
    if (copies.length === 0) return;
    if (!limits.asksInboxes) report(NOT_ASKED);
    const { fields } = document;
    const declared = (Array.isArray(fields) ? fields : []).filter(isObject) as FormField[];
    const keys = copies.map((copy) => copy && keyOf(addressIn(copy)));
    for (const [at, key] of keys.entries()) {
      const copy = copies[at];
      if (copy === undefined) continue;
      const place = typeof copy === 'string' ? [at] : [at, 'email'];
      if (key === undefined) {
        report('It must be an email address, like colleague@example.com.', ...place);
      } else if (keys.indexOf(key) < at) report('It is there more than once.', ...place);
      else if (key === form?.address.toLowerCase()) {
        report('The form delivers to this inbox already.', ...place);
      }
      judgeWhen(copy, declared, reportBelow(report, at));
    }
  },
  normalise: (copies) =>
    copies.map((copy) => withAddress(copy, parseEmailAddress(addressIn(copy)) ?? addressIn(copy))),
  widens: (before = [], after = []) => after.some((copy) => isWider(before, copy)),
  describe: (copies) =>
    copies.map((copy) => {
      const when = whenOf(copy);
      return addressIn(copy) + (when ? ` (${when.field}: ${when.is.join(' | ')})` : '');
    }),
};

/** The standing of an inbox in the setting `copies`. */
export interface CopyStanding {
  address: EmailAddress;
  status: Exclude<CopyStatus, 'not_asked'>;
  /** When it was first asked, or ended its copies; milliseconds. Earlier links have no effect. */
  since: number;
}

/** The members of a form that its copies need. */
interface Copied {
  settings: FormSettings;
  copies?: readonly CopyStanding[] | undefined;
}

/** The addresses that the setting lists; settings are stored as their parser gives them. */
export const listedCopies = ({ settings }: Pick<Copied, 'settings'>): readonly EmailAddress[] =>
  (settings.copies ?? []).map(addressIn);

/** The standings of listed addresses. Removing an address withdraws its consent. */
export function keptStandings(route: Copied): readonly CopyStanding[] {
  const { copies = [] } = route;
  if (copies.length === 0) return copies;
  const listed = listedCopies(route);
  return copies.filter(({ address }) => listed.includes(address));
}

export const standingOf = (route: Copied, address: EmailAddress): CopyStanding | undefined =>
  keptStandings(route).find((copy) => copy.address === address);

/** The entries whose inboxes have agreed. */
export function confirmedCopies(route: Copied): Copy[] {
  const { copies = [] } = route.settings;
  return copies.filter((copy) => standingOf(route, addressIn(copy))?.status === 'confirmed');
}

/** The form with another standing of one copy; undefined removes its standing. */
export function withStanding<Form extends Copied>(
  route: Form,
  address: EmailAddress,
  standing: Omit<CopyStanding, 'address'> | undefined,
): Form {
  const others = keptStandings(route).filter((copy) => copy.address !== address);
  return { ...route, copies: standing ? [...others, { address, ...standing }] : others };
}

/** Each listed inbox with its standing, in the order of the list. */
export const describeCopies = (route: Copied): { address: EmailAddress; status: CopyStatus }[] =>
  listedCopies(route).map((address) => ({
    address,
    status: standingOf(route, address)?.status ?? 'not_asked',
  }));

/** Identifies the inbox of a copy in its links. */
export const copyKey = (keyring: Keyring, formId: FormId, address: EmailAddress): KeyedHash =>
  keyedHash(keyring, 'owner-link', 'copy-inbox', formId, address.toLowerCase());
