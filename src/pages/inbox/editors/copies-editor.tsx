import { useState } from 'preact/hooks';
import type { CopyStatus } from '../../../contract/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { announce, asNumber, fill, inboxWords } from '../../context.tsx';
import { Input } from '../../inputs.tsx';
import { textOf } from '../../place.ts';
import { Action, QuietButton } from '../../parts.tsx';
import { RemoveButton, useRows } from '../../rows.tsx';
import { form } from '../operations.ts';
import { Group, type ValueProps } from '../setting-editor.tsx';
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
  return (
    <div class="standing">
      <span class={`state ${LOOKS[status]}`}>{text.states[status]}</span>
      {status !== 'confirmed' && (
        <Action label={text.again} busy={inboxWords.manage.busy} quiet act={ask} />
      )}
    </div>
  );
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
  return (
    <Group path={path} words={own} faults={faults}>
      {rows.map((row, at) => {
        const label = fill(text.address, { number: asNumber(at + 1) });
        const known = standing.find(({ address }) => address === row.value);
        return (
          <div key={at} class="row">
            <Input {...row} label={label} input={{ inputMode: 'email' }} />
            <RemoveButton what={textOf(row.value) || label} onClick={() => remove(at)} />
            {/* Another standing from the service has a part of its own. */}
            {known && <Standing key={known.address + known.status} formId={formId} {...known} />}
          </div>
        );
      })}
      {rows.length < LIMITS.copies && (
        <QuietButton label={text.add} id={addId} onClick={() => add([''])} />
      )}
    </Group>
  );
}
