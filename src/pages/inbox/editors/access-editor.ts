import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AccessKeyList, AccessKeyMade } from '../../../contract/schemas.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { unless, useAnswer, useTask, type Problem } from '../../api.ts';
import { announce, asDate, fill, inboxWords } from '../../context.ts';
import { Entry, Switch } from '../../inputs.ts';
import {
  Action,
  Keepsake,
  ProblemNotice,
  quietButton,
  useFocusOnChange,
  useFocusOnFault,
} from '../../parts.ts';
import { form } from '../operations.ts';
import { Group, type ValueProps } from '../setting-editor.ts';

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
  const ref = useFocusOnChange(asked);
  const { name, key_id: id } = known;
  return h('li', { ref, class: 'place' }, [
    h('div', { class: 'bar' }, [
      h('p', { class: 'label' }, name),
      !asked &&
        quietButton(text.end, () => setAsked(true), { 'aria-label': `${text.end}: ${name}` }),
    ]),
    h('p', { class: 'soft' }, describe(known)),
    asked &&
      h('div', { class: 'notice bad', role: 'group', 'aria-labelledby': `${id}-question` }, [
        h('p', { id: `${id}-question` }, fill(text.endQuestion, { name })),
        h('div', { class: 'actions' }, [
          quietButton(manage.keep, () => setAsked(false), { class: 'quiet' }),
          h(Action, { label: text.endNow, busy: manage.busy, danger: true, act: onEnd }),
        ]),
      ]),
  ]);
}

/** Why the name of a new key was refused. */
const nameFault = (problem: Problem | undefined) =>
  problem?.code === 'invalid_alias' ? text.nameFault : undefined;

interface NewKeyProps {
  formId: string;
  /** Whether the form has as many keys as it can have. */
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
  return h('div', { ref: place, class: 'new-key' }, [
    made &&
      h(Keepsake, {
        id: 'key-secret',
        label: fill(text.secret, { name: made.key.name }),
        text: made.secret,
        hint: text.secretOnce,
      }),
    isFull
      ? h('p', {}, text.full)
      : h('div', { ref: entry }, [
          h(Entry, {
            id: NAME_ID,
            label: text.name,
            hint: text.nameHint,
            value: name,
            // Of no form: Enter must not save the settings around it.
            input: { autoComplete: 'off', form: '' },
            fault,
            onValue: setName,
          }),
          quietButton(busy ? manage.busy : text.make, () => run(make), { 'aria-disabled': busy }),
        ]),
    h(ProblemNotice, { problem: fault === undefined ? problem : undefined }),
  ]);
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
  return h(Group, { ...place, words: { label: text.title, hint: text.how } }, [
    list && keys.length === 0 && h('p', { class: 'soft' }, text.none),
    keys.length > 0 &&
      h('ul', { class: 'rows', role: 'list' }, [
        keys.map((known) =>
          h(KeyRow, { key: known.key_id, known, onEnd: () => end(known.key_id) }),
        ),
      ]),
    h(ProblemNotice, { problem }),
    h(NewKey, {
      formId,
      isFull: keys.length >= LIMITS.accessKeys,
      onMade: () => setChanges((times) => times + 1),
    }),
    h(Switch, {
      ...place,
      label: text.only,
      hint: own.hint,
      value: isOn,
      onChange: (wanted) => place.onChange(wanted ? 'key' : undefined),
    }),
    isOn && list && keys.length === 0 && h('p', { class: 'notice' }, text.noKey),
  ]);
}
