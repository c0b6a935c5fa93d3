import { h, type TargetedInputEvent, type TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { FormField } from '../../../contract/form-settings.ts';
import type { RouteResource, SubmissionAccepted } from '../../../contract/schemas.ts';
import { sendTest, type Problem } from '../api.ts';
import { titleOf } from '../composer/field-list.ts';
import { FormFields } from '../composer/form-preview.ts';
import { useTask } from '../calls.ts';
import { fill, LANGUAGE, startWords } from '../context.ts';
import { ProblemNotice, Submit } from '../parts.ts';

const { test } = startWords;

function Result({ used, limit }: SubmissionAccepted) {
  const format = new Intl.NumberFormat(LANGUAGE).format;
  const counted = used !== undefined && limit !== undefined && limit > 0;
  return h('div', { class: 'notice good' }, [
    h('p', {}, test.delivered),
    counted &&
      h('p', { class: 'soft' }, fill(test.used, { used: format(used), limit: format(limit) })),
  ]);
}

/** What most forms have, for a form whose fields the page does not know. */
function Message() {
  const [message, setMessage] = useState(test.example);
  return h('p', {}, [
    h('label', { for: 'message' }, test.message),
    h('textarea', {
      id: 'message',
      name: 'message',
      rows: 3,
      value: message,
      'aria-describedby': 'test-hint',
      onInput: ({ currentTarget }: TargetedInputEvent<HTMLTextAreaElement>) =>
        setMessage(currentTarget.value),
    }),
  ]);
}

/** What the service says of each field, in English, where a browser cannot say it. */
function FieldFaults({ problem, fields }: { problem: Problem; fields: readonly FormField[] }) {
  return h('ul', { class: 'fault' }, [
    problem.faults.map(({ path: name, message }) => {
      const field = fields.find((one) => one.name === name);
      const title = field ? titleOf(field) : name;
      return h('li', { key: name + message }, `${title}: `, h('span', { lang: 'en' }, message));
    }),
  ]);
}

interface Props {
  route: RouteResource;
  fields?: readonly FormField[] | undefined;
  onDelivered(): void;
}

/** Lets the creator send a submission that is marked as a test. */
export function TestForm({ route, fields = [], onDelivered }: Props) {
  const { busy, problem, run } = useTask();
  const [solving, setSolving] = useState(false);
  const [result, setResult] = useState<SubmissionAccepted>();
  const send = async (form: HTMLFormElement) => {
    setResult(undefined);
    setResult(await sendTest(route, form, () => setSolving(true)).finally(() => setSolving(false)));
    onDelivered();
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(() => send(form));
  };
  return h('form', { class: 'card', onSubmit: submit }, [
    h('p', { id: 'test-hint' }, test.explanation),
    fields.length > 0 ? h(FormFields, { fields, isPosted: true }) : h(Message, {}),
    h(Submit, { busy, label: test.button, busyLabel: test.busy }),
    h('div', { role: 'status' }, [
      solving ? h('p', { class: 'soft' }, test.solving) : null,
      result ? h(Result, result) : null,
    ]),
    h(ProblemNotice, { problem }),
    problem?.code === 'submission_invalid' ? h(FieldFaults, { problem, fields }) : null,
    // In a tab of its own: this page alone has the management token.
    h('p', { class: 'onward' }, [
      h('a', { href: 'inbox', target: '_blank', rel: 'noopener' }, test.inbox),
    ]),
  ]);
}
