import { h, type ComponentChildren, type TargetedInputEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { SubmissionAccepted } from '../../../contract/schemas.ts';
import { sendTest, type Problem } from '../api.ts';
import { fill, LANGUAGE } from '../context.ts';
import { ProblemNotice } from '../parts.ts';
import { words } from './words.ts';

const { test } = words;

function Result({ used, limit }: SubmissionAccepted): ComponentChildren {
  const format = new Intl.NumberFormat(LANGUAGE).format;
  const counted = used !== undefined && limit !== undefined && limit > 0;
  return h(
    'div',
    { class: 'notice good' },
    h('p', {}, test.delivered),
    counted
      ? h('p', { class: 'soft' }, fill(test.used, { used: format(used), limit: format(limit) }))
      : null,
  );
}

interface Props {
  formId: string;
  onDelivered(): void;
}

/** Lets the creator send a submission that is marked as a test. */
export function TestForm({ formId, onDelivered }: Props): ComponentChildren {
  const [message, setMessage] = useState(test.example);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<SubmissionAccepted>();
  const [problem, setProblem] = useState<Problem>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setResult(undefined);
    setProblem(undefined);
    const outcome = await sendTest(formId, message);
    setBusy(false);
    if (!outcome.ok) {
      setProblem(outcome.problem);
      return;
    }
    setResult(outcome.value);
    onDelivered();
  };
  return h(
    'form',
    { class: 'card', onSubmit: submit },
    h('p', { id: 'test-hint' }, test.explanation),
    h(
      'p',
      {},
      h('label', { for: 'message' }, test.message),
      h('textarea', {
        id: 'message',
        rows: 3,
        value: message,
        'aria-describedby': 'test-hint',
        onInput: ({ currentTarget }: TargetedInputEvent<HTMLTextAreaElement>) =>
          setMessage(currentTarget.value),
      }),
    ),
    h('button', { type: 'submit', 'aria-disabled': busy }, busy ? test.busy : test.button),
    h('div', { role: 'status' }, result ? h(Result, result) : null),
    h(ProblemNotice, { problem }),
    // In a tab of its own: this page alone has the management token.
    h(
      'p',
      { class: 'onward' },
      h('a', { href: 'inbox', target: '_blank', rel: 'noopener' }, test.inbox),
    ),
  );
}
