import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { FormField } from '../../../contract/form-settings.ts';
import type { RouteResource, SubmissionAccepted } from '../../../contract/schemas.ts';
import { call, Problem, useTask } from '../api.ts';
import { titleOf } from '../composer/field-list.ts';
import { FormFields } from '../composer/form-preview.ts';
import { startWords } from '../context.ts';
import { solve } from '../../install/script/solver.ts';
import { linkAside, ProblemNotice, Submit, usedNote } from '../parts.ts';

const { test } = startWords;

/** The body of a submission, with what was entered into a form; only one with files needs to be in parts. */
function bodyOf(form: HTMLFormElement): FormData | URLSearchParams {
  // A file that was not chosen has no name.
  const entries = Array.from(new FormData(form)).filter(([, value]) =>
    typeof value === 'string' ? value.trim() !== '' : value.name !== '',
  );
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.length === entries.length) return new URLSearchParams(texts);
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

/**
 * Sends what was entered into a form, as a submission that is marked as a test; if the form asks for a
 * challenge, solves it and sends again. The management token shows that it is no stranger's.
 */
async function sendTest(
  { form_id: formId, management_token: token }: RouteResource,
  form: HTMLFormElement,
  onChallenge: () => void,
): Promise<SubmissionAccepted> {
  const body = bodyOf(form);
  if (!body.keys().next().done) body.set('_test', 'true');
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = () => call<SubmissionAccepted>(`f/${formId}`, { method: 'POST', headers, body });
  return send().catch(async (problem: unknown) => {
    if (!(problem instanceof Problem) || !problem.challenge) throw problem;
    onChallenge();
    const solution = await solve(problem.challenge).catch(() => undefined);
    if (solution === undefined) throw problem;
    body.set('altcha', solution);
    return send();
  });
}

/** The field that most forms have, for a form whose fields the page does not know. */
const messageInput = () =>
  h('p', {}, [
    h('label', { for: 'message' }, test.message),
    h('textarea', {
      id: 'message',
      name: 'message',
      rows: 3,
      defaultValue: test.example,
      'aria-describedby': 'test-hint',
    }),
  ]);

/** The faults of fields that browsers do not find themselves; the service describes them in English. */
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
  const { busy, problem, submit } = useTask();
  const [solving, setSolving] = useState(false);
  const [result, setResult] = useState<SubmissionAccepted>();
  const send = async (form: HTMLFormElement) => {
    setResult(undefined);
    setResult(await sendTest(route, form, () => setSolving(true)).finally(() => setSolving(false)));
    onDelivered();
  };
  return h('form', { class: 'card', onSubmit: submit(send) }, [
    h('p', { id: 'test-hint' }, test.explanation),
    fields.length > 0 ? h(FormFields, { fields, isPosted: true }) : messageInput(),
    h(Submit, { busy, label: test.button, busyLabel: test.busy }),
    h('div', { role: 'status' }, [
      solving && h('p', { class: 'soft' }, test.solving),
      result &&
        h('div', { class: 'notice good' }, [
          h('p', {}, test.delivered),
          usedNote(test.used, result),
        ]),
    ]),
    h(ProblemNotice, { problem }),
    problem?.code === 'submission_invalid' && h(FieldFaults, { problem, fields }),
    // In a tab of its own: this page alone has the management token.
    h('p', { class: 'onward' }, linkAside('inbox', test.inbox)),
  ]);
}
