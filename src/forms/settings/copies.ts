import type { CopyStatus } from '../../contract/enums.ts';
import type { FormId } from '../../contract/names.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import type { SettingRules } from './setting-rules.ts';

const NOT_ASKED =
  'Here the mail provider confirms inboxes itself, and delivers to nobody else: there are no copies.';

/** Compares exact addresses, since only some providers say which spellings mean one mailbox. */
const keyOf = (text: string): string | undefined => parseEmailAddress(text)?.toLowerCase();

export const COPIES: SettingRules<'copies'> = {
  judge(copies, report, { form, limits }) {
    if (copies.length === 0) return;
    if (!limits.asksInboxes) report(NOT_ASKED);
    const keys = copies.map((text) => (text === undefined ? undefined : keyOf(text)));
    for (const [at, key] of keys.entries()) {
      if (copies[at] === undefined) continue;
      if (key === undefined) {
        report('It must be an email address, like colleague@example.com.', at);
      } else if (keys.indexOf(key) < at) report('It is there more than once.', at);
      else if (key === form?.address.toLowerCase()) {
        report('The form delivers to this inbox already.', at);
      }
    }
  },
  normalise: (copies) => copies.map((text) => parseEmailAddress(text) ?? text),
  widens: (before = [], after = []) => after.some((address) => !before.includes(address)),
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
  (settings.copies ?? []).map((text) => text as EmailAddress);

/** The standings of listed addresses. Removing an address withdraws its consent. */
export function keptStandings(route: Copied): readonly CopyStanding[] {
  const { copies = [] } = route;
  if (copies.length === 0) return copies;
  const listed = listedCopies(route);
  return copies.filter(({ address }) => listed.includes(address));
}

export const standingOf = (route: Copied, address: EmailAddress): CopyStanding | undefined =>
  keptStandings(route).find((copy) => copy.address === address);

/** The inboxes that have agreed. */
export const confirmedCopies = (route: Copied): EmailAddress[] =>
  keptStandings(route).flatMap(({ address, status }) => (status === 'confirmed' ? [address] : []));

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
