import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { CopyStatus } from '../../../contract/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { announce, asNumber, fill, inboxWords } from '../../context.ts';
import { Input, textOf } from '../../inputs.ts';
import { Action, quietButton } from '../../parts.ts';
import { removeButton, useRows } from '../../rows.ts';
import { form } from '../operations.ts';
import { Group, type ValueProps } from '../setting-editor.ts';
import { asList } from '../setting-values.ts';

const { copies: text } = inboxWords.editors;

/** The look of a state, as states of forms have them. */
const LOOKS: Readonly<Record<CopyStatus, string>> = {
  not_asked: 'waiting',
  asked: 'waiting',
  confirmed: 'active',
  stopped: 'paused',
  refused: 'paused',
  bounced: 'waiting',
};

/** An inbox for copies, and whether it agreed to them. */
interface Copy {
  address: string;
  status: CopyStatus;
}

/** How an inbox stands, and a button that asks it again. */
function Standing({ formId, address, status: known }: Copy & { formId: string }) {
  const [status, setStatus] = useState(known);
  const ask = async () => {
    const { copies } = await form.askCopy(formId, address);
    const now = copies?.find((copy) => copy.address === address);
    if (now) setStatus(now.status);
    announce(text.askedAgain);
  };
  return h('div', { class: 'standing' }, [
    h('span', { class: `state ${LOOKS[status]}` }, text.states[status]),
    status !== 'confirmed' &&
      h(Action, { label: text.again, busy: inboxWords.manage.busy, quiet: true, act: ask }),
  ]);
}

interface Props extends ValueProps {
  formId: string;
  /** The inboxes that the service has. */
  standing: readonly Copy[];
}

/** The further inboxes, a row each. */
export function CopiesEditor({ words: own, formId, standing, ...place }: Props) {
  const { path } = place;
  const { rows, faults, addId, add, remove } = useRows({ ...place, value: asList(place.value) });
  return h(Group, { path, words: own, faults }, [
    rows.map((row, at) => {
      const label = fill(text.address, { number: asNumber(at + 1) });
      const known = standing.find(({ address }) => address === row.value);
      return h('div', { key: at, class: 'row' }, [
        h(Input, { ...row, label, input: { inputMode: 'email' } }),
        removeButton(textOf(row.value) || label, () => remove(at)),
        // Another standing from the service has a part of its own.
        known && h(Standing, { key: known.address + known.status, formId, ...known }),
      ]);
    }),
    rows.length < LIMITS.copies && quietButton(text.add, () => add(['']), { id: addId }),
  ]);
}
