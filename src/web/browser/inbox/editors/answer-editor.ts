import { h } from 'preact';
import { DEPLOYMENT, fill } from '../../context.ts';
import { quietButton } from '../../parts.ts';
import { textOf } from '../../inputs.ts';
import { Group, Members, type EditorProps } from '../setting-editor.ts';
import { membersOf } from '../setting-values.ts';
import { words } from '../inbox-words.ts';

const { answer: text } = words.editors;

interface Props extends EditorProps {
  alias: string;
  /** Whether every submission needs a challenge. */
  isGuarded: boolean;
  /** Makes it so. */
  onGuard(): void;
}

/** The answer as visitors get it. */
function Sheet({ subject, body, alias }: { subject: string; body: string; alias: string }) {
  return h('div', { class: 'sheet answer' }, [
    h('p', { class: 'soft' }, text.preview),
    h('p', { class: 'about' }, fill(subject, { form: alias })),
    h('p', { class: 'lines' }, fill(body, { form: alias })),
  ]);
}

/** The automatic reply, with what it needs and how it looks. */
export function AnswerEditor(props: Props) {
  const { path, value, faults, alias, isGuarded, onGuard } = props;
  const own = DEPLOYMENT.sendsReplies ? props.words : { ...props.words, hint: text.off };
  const members = membersOf(value);
  const [subject, body] = [textOf(members['subject']), textOf(members['text'])];
  const isUsed = (subject + body).trim() !== '';
  return h(Group, { path, words: own, faults }, [
    // One that was set before the operator switched them off can be emptied.
    DEPLOYMENT.sendsReplies || value !== undefined ? h(Members, props) : null,
    isUsed &&
      !isGuarded &&
      h('div', { class: 'notice' }, h('p', {}, text.needs), quietButton(text.set, onGuard)),
    isUsed ? h(Sheet, { subject, body, alias }) : null,
  ]);
}
