import { h, type ComponentChildren } from 'preact';
import { LIMITS } from '../../../../contract/limits.ts';
import { DEPLOYMENT, fill } from '../../context.ts';
import { Labelled, Line, textOf } from '../labelled.ts';
import type { Typed } from '../../labelled.ts';
import { Group, type ValueProps } from '../setting-editor.ts';
import { membersOf } from '../setting-values.ts';
import { words } from '../inbox-words.ts';

const { answer: text } = words.editors;

interface Props extends ValueProps {
  alias: string;
  /** Whether every submission needs a challenge. */
  isGuarded: boolean;
  /** Makes it so. */
  onGuard(): void;
}

/** The answer as visitors get it. */
function Sheet({ subject, body, alias }: { subject: string; body: string; alias: string }) {
  return h(
    'div',
    { class: 'sheet answer' },
    h('p', { class: 'soft' }, text.preview),
    h('p', { class: 'about' }, fill(subject, { form: alias })),
    h('p', { class: 'lines' }, fill(body, { form: alias })),
  );
}

/** The automatic answer, with what it needs and how it looks. */
export function AnswerEditor(props: Props): ComponentChildren {
  const { path, value, faults, alias, isGuarded, onChange, onGuard } = props;
  const own = DEPLOYMENT.sendsReplies ? props.words : { ...props.words, hint: text.off };
  const members = membersOf(value);
  const [subject, body] = [textOf(members['subject']), textOf(members['text'])];
  const isUsed = (subject + body).trim() !== '';
  // One that was set before the operator switched them off can be emptied.
  if (!DEPLOYMENT.sendsReplies && value === undefined) {
    return h(Group, { path, words: { label: own.label, hint: text.off }, faults });
  }
  return h(
    Group,
    { path, words: own, faults },
    h(Line, {
      path: `${path}/subject`,
      label: own.members?.['subject'] ?? '',
      faults,
      value: subject,
      input: {
        autoCapitalize: 'sentences',
        spellcheck: true,
        maxLength: LIMITS.templateCodePoints,
      },
      onChange: (typed) => onChange({ ...members, subject: typed }),
    }),
    h(Labelled, {
      path: `${path}/text`,
      label: own.members?.['text'] ?? '',
      faults,
      draw: (common) =>
        h('textarea', {
          ...common,
          autoComplete: 'off',
          rows: 5,
          value: body,
          onInput: ({ currentTarget }: Typed) =>
            onChange({ ...members, text: currentTarget.value }),
        }),
    }),
    isUsed && !isGuarded
      ? h(
          'div',
          { class: 'notice' },
          h('p', {}, text.needs),
          h('button', { type: 'button', class: 'quiet small', onClick: onGuard }, text.set),
        )
      : null,
    isUsed ? h(Sheet, { subject, body, alias }) : null,
  );
}
