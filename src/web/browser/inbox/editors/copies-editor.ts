import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CopyStatus } from '../../../../contract/enums.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { fill, useAnnounce } from '../../context.ts';
import { Action, asNumber } from '../parts.ts';
import { form } from '../operations.ts';
import { Line, textOf } from '../../labelled.ts';
import { quietButton } from '../../parts.ts';
import { Group, type ValueProps } from '../setting-editor.ts';
import { asList } from '../setting-values.ts';
import { words } from '../inbox-words.ts';
import { RemoveButton, useRows } from '../../rows.ts';

const { copies: text } = words.editors;

/** The look of a state, as states of forms have them. */
const LOOKS: Readonly<Record<CopyStatus, string>> = {
  not_asked: 'waiting',
  asked: 'waiting',
  confirmed: 'active',
  stopped: 'paused',
  refused: 'paused',
  bounced: 'waiting',
};

interface StandingProps {
  formId: string;
  address: string;
  status: CopyStatus;
}

/** How an inbox stands, and a button that asks it again. */
function Standing({ formId, address, status: known }: StandingProps): ComponentChildren {
  const announce = useAnnounce();
  const [status, setStatus] = useState(known);
  const ask = async () => {
    const { copies } = await form.askCopy(formId, address);
    const now = copies?.find((copy) => copy.address === address);
    if (now) setStatus(now.status);
    announce(text.askedAgain);
  };
  return h(
    'div',
    { class: 'standing' },
    h('span', { class: `state ${LOOKS[status]}` }, text.states[status]),
    status === 'confirmed' ? null : h(Action, { label: text.again, quiet: true, act: ask }),
  );
}

interface Props extends ValueProps {
  formId: string;
  /** How the inboxes stand that the service has. */
  standing: readonly { address: string; status: CopyStatus }[];
}

/** The further inboxes, a row each. */
export function CopiesEditor({
  path,
  words: own,
  value,
  faults,
  formId,
  standing,
  onChange,
}: Props): ComponentChildren {
  const rows = asList(value);
  const list = useRows({ path, rows, faults, onChange });
  return h(
    Group,
    { path, words: own, faults: list.faults },
    rows.map((address, at) => {
      const label = fill(text.address, { number: asNumber(at + 1) });
      const known = standing.find((copy) => copy.address === address);
      return h(
        'div',
        { key: at, class: 'row' },
        h(Line, {
          path: `${path}/${at}`,
          label,
          faults: list.faults,
          value: address,
          input: { inputMode: 'email' },
          onChange: (typed) => list.edit(at, typed),
        }),
        h(RemoveButton, { what: textOf(address) || label, onClick: () => list.remove(at) }),
        // Another standing from the service has a part of its own.
        known ? h(Standing, { key: known.address + known.status, formId, ...known }) : null,
      );
    }),
    rows.length < LIMITS.copies
      ? quietButton(text.add, () => list.add(['']), { id: list.addId })
      : null,
  );
}
