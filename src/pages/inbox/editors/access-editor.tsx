import { useEffect, useRef, useState } from 'preact/hooks';
import type { AccessKeyList, AccessKeyMade } from '../../../contract/schemas.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { unless, useAnswer, useTask, type Problem } from '../../api.ts';
import { announce, asDate, fill, inboxWords } from '../../context.tsx';
import { Entry, Switch } from '../../inputs.tsx';
import {
  Action,
  Keepsake,
  ProblemNotice,
  QuietButton,
  useFocusOnChange,
  useFocusOnFault,
} from '../../parts.tsx';
import { form } from '../operations.ts';
import { Group, type ValueProps } from '../setting-editor.tsx';

const { editors, manage } = inboxWords;
const { access: text } = editors;

type AccessKey = AccessKeyList['keys'][number];

const NAME_ID = 'key-name';

const describe = ({ created, last_used: used }: AccessKey) =>
  [
    fill(text.created, { date: asDate(created) }),
    used === null ? text.unused : fill(text.used, { date: asDate(used) }),
  ].join(' · ');

/** One key, and its end, once the owner has said so twice. */
function KeyRow({ known, onEnd }: { known: AccessKey; onEnd(): Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const ref = useFocusOnChange<HTMLLIElement>(asked);
  const { name, key_id: id } = known;
  return (
    <li ref={ref} class="place">
      <div class="bar">
        <p class="label">{name}</p>
        {!asked && (
          <QuietButton
            label={text.end}
            aria-label={`${text.end}: ${name}`}
            onClick={() => setAsked(true)}
          />
        )}
      </div>
      <p class="soft">{describe(known)}</p>
      {asked && (
        <div class="notice bad" role="group" aria-labelledby={`${id}-question`}>
          <p id={`${id}-question`}>{fill(text.endQuestion, { name })}</p>
          <div class="actions">
            <QuietButton label={manage.keep} class="quiet" onClick={() => setAsked(false)} />
            <Action label={text.endNow} busy={manage.busy} danger act={onEnd} />
          </div>
        </div>
      )}
    </li>
  );
}

/** Why the name of a new key was refused. */
const nameFault = (problem: Problem | undefined) =>
  problem?.code === 'invalid_alias' ? text.nameFault : undefined;

interface NewKeyProps {
  formId: string;
  /** True if the form has as many keys as it can have. */
  isFull: boolean;
  onMade(): void;
}

/** Makes a key, whose secret is shown once. */
function NewKey({ formId, isFull, onMade }: NewKeyProps) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<AccessKeyMade>();
  const { busy, problem, run } = useTask();
  const place = useFocusOnChange(isFull);
  const entry = useFocusOnFault<HTMLDivElement>(problem);
  const fault = nameFault(problem);
  const make = async () => {
    announce('');
    setMade(await form.makeKey(formId, name.trim()));
    setName('');
    announce(text.made);
    onMade();
  };
  return (
    <div ref={place} class="new-key">
      {made && (
        <Keepsake
          id="key-secret"
          label={fill(text.secret, { name: made.key.name })}
          text={made.secret}
          hint={text.secretOnce}
        />
      )}
      {isFull ? (
        <p>{text.full}</p>
      ) : (
        <div ref={entry}>
          <Entry
            id={NAME_ID}
            label={text.name}
            hint={text.nameHint}
            value={name}
            // Of no form: Enter must not save the settings around it.
            input={{ autoComplete: 'off', form: '' }}
            fault={fault}
            onValue={setName}
          />
          <QuietButton
            label={busy ? manage.busy : text.make}
            aria-disabled={busy}
            onClick={() => run(make)}
          />
        </div>
      )}
      <ProblemNotice problem={fault === undefined ? problem : undefined} />
    </div>
  );
}

/** The keys with which servers submit, and whether others may. */
export function AccessEditor({ words: own, formId, ...place }: ValueProps & { formId: string }) {
  const [changes, setChanges] = useState(0);
  const isEnded = useRef(false);
  const { value: list, problem } = useAnswer(() => form.keys(formId), [formId, changes]);
  useEffect(() => {
    // The button that ended the last one is gone, and with it the focus.
    if (isEnded.current) document.getElementById(NAME_ID)?.focus();
    isEnded.current = false;
  }, [list]);
  const keys = list?.keys ?? [];
  const end = async (id: string) => {
    await form.endKey(formId, id).catch(unless('access_key_not_found'));
    announce(text.ended);
    isEnded.current = true;
    setChanges((times) => times + 1);
  };
  const isOn = place.value === 'key';
  return (
    <Group {...place} words={{ label: text.title, hint: text.how }}>
      {list && keys.length === 0 && <p class="soft">{text.none}</p>}
      {keys.length > 0 && (
        <ul class="rows" role="list">
          {keys.map((known) => (
            <KeyRow key={known.key_id} known={known} onEnd={() => end(known.key_id)} />
          ))}
        </ul>
      )}
      <ProblemNotice problem={problem} />
      <NewKey
        formId={formId}
        isFull={keys.length >= LIMITS.accessKeys}
        onMade={() => setChanges((times) => times + 1)}
      />
      <Switch
        {...place}
        label={text.only}
        hint={own.hint}
        value={isOn}
        onChange={(wanted) => place.onChange(wanted ? 'key' : undefined)}
      />
      {isOn && list && keys.length === 0 && <p class="notice">{text.noKey}</p>}
    </Group>
  );
}
