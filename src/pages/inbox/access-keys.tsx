import { useEffect, useRef, useState } from 'preact/hooks';
import type { AccessKeyList, AccessKeyMade } from '../../contract/schemas.ts';
import { LIMITS } from '../../contract/limits.ts';
import { unless, useAnswer, useTask } from '../api.ts';
import { announce, asDate, fill, inboxWords } from '../context.tsx';
import { Input } from '../inputs.tsx';
import { NO_FAULTS } from '../place.ts';
import {
  Action,
  Keepsake,
  ProblemNotice,
  QuietButton,
  useFocusOnChange,
  useFocusOnFault,
} from '../parts.tsx';
import { form } from './operations.ts';

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
          <Input
            path="/alias"
            id={NAME_ID}
            label={text.name}
            hint={text.nameHint}
            value={name}
            faults={problem?.faults ?? NO_FAULTS}
            advice={text.nameFault}
            // Of no form: Enter must not save the settings around it.
            input={{ form: '' }}
            onChange={setName}
          />
          <QuietButton
            label={busy ? manage.busy : text.make}
            aria-disabled={busy}
            onClick={() => run(make)}
          />
        </div>
      )}
      <ProblemNotice problem={problem} />
    </div>
  );
}

interface Props {
  formId: string;
  /** True if the settings, as they are being edited, let only servers with a key submit. */
  isNeeded: boolean;
}

/** The keys with which servers submit: each is made and ended at once. */
export function AccessKeys({ formId, isNeeded }: Props) {
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
  return (
    <section class="part">
      <h4>{text.title}</h4>
      <p class="soft">{text.how}</p>
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
      {isNeeded && list && keys.length === 0 && <p class="notice">{text.noKey}</p>}
    </section>
  );
}
