import { parseEmailAddress } from '../../platform/text/email-address.ts';
import { isMark, NOTHING_BEHIND } from './masks.ts';
import { below, type Fault } from './schema-faults.ts';
import type { Beside, Fitting, SettingRules } from './setting-rules.ts';

const NOT_ASKED =
  'Here the mail provider confirms inboxes itself, and delivers to nobody else: there are no copies.';

/** Exact addresses are compared: which spellings mean one mailbox is known of some providers alone. */
const keyOf = (text: string): string | undefined => parseEmailAddress(text)?.toLowerCase();

function* faultsOfCopies(
  copies: Fitting<readonly string[]>,
  path: string,
  { form, service }: Beside,
): Generator<Fault> {
  if (copies.length === 0) return;
  if (!service.asksInboxes) yield { path, message: NOT_ASKED };
  const keys = copies.map((text) => (text === undefined ? undefined : keyOf(text)));
  for (const [at, text] of copies.entries()) {
    if (text === undefined) continue;
    const [key, place] = [keys[at], below(path, at)];
    if (isMark(text)) {
      yield { path: place, message: NOTHING_BEHIND };
    } else if (key === undefined) {
      yield { path: place, message: 'It must be an email address, like colleague@example.com.' };
    } else if (keys.indexOf(key) < at) {
      yield { path: place, message: 'It is there more than once.' };
    } else if (key === form?.address.toLowerCase()) {
      yield { path: place, message: 'The form delivers to this inbox already.' };
    }
  }
}

export const COPIES: SettingRules<'copies'> = {
  faults: faultsOfCopies,
  normalise: (copies) => copies.map((text) => parseEmailAddress(text) ?? text),
  widens: (before = [], after = []) => after.some((address) => !before.includes(address)),
};
