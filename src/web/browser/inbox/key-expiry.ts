import { h, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FormSettings } from '../../../contract/form-settings.ts';
import type { EncryptionKey } from '../../../contract/schemas.ts';
import type { Outcome } from '../api.ts';
import { fill } from '../context.ts';
import { inbox } from './operations.ts';
import { asDay } from './parts.ts';
import { useRequest } from './session.ts';
import { words } from './inbox-words.ts';

const { encryption: text } = words.editors;

/** Milliseconds before the end of a key from which its owner sees a notice. */
const SOON = 14 * 86_400_000;

/** What to say of a key after its check: it was valid when it was set, so that what is refused has ended. */
function sayExpiry(outcome: Outcome<EncryptionKey>): string | undefined {
  if (!outcome.ok) {
    return outcome.problem.code === 'settings_invalid' ? text.ended : undefined;
  }
  const { expires_at: end } = outcome.value;
  if (end === null || Date.parse(end) - Date.now() > SOON) return undefined;
  return fill(text.ends, { date: asDay(end) });
}

/** Says when the key that mails are encrypted to ends soon, or has ended; keys of age have no end. */
export function KeyExpiry({ settings }: { settings: FormSettings }): ComponentChildren {
  const request = useRequest();
  const [notice, setNotice] = useState<string>();
  const { type, key = '' } = settings.encryption ?? {};
  const checked = type === 'openpgp' ? key : '';
  useEffect(() => {
    let over = false;
    setNotice(undefined);
    if (checked === '') return undefined;
    void inbox.checkKey(request, { type: 'openpgp', key: checked }).then((outcome) => {
      if (!over) setNotice(sayExpiry(outcome));
    });
    return () => {
      over = true;
    };
  }, [checked]);
  return notice === undefined ? null : h('p', { class: 'notice' }, notice);
}
