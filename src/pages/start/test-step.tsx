import { useState } from 'preact/hooks';
import type { InstallArtifact, RouteResource, SubmissionAccepted } from '../../contract/schemas.ts';
import { call, Problem, routePath, useAnswer, useTask } from '../api.ts';
import { FormFields } from '../composer/form-preview.tsx';
import { carrying, startWords } from '../context.tsx';
import { NO_FAULTS } from '../place.ts';
import { readForm, type FormInCode } from './form-in-code.ts';
import { solve } from '../../install/script/solver.ts';
import { LinkAside, ProblemNotice, Submit, useFocusOnFault, UsedNote } from '../parts.tsx';

const { create, test } = startWords;

/** A submission's body with a form's entries; only files need multipart. */
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
 * Sends a form's entries as a marked test; if the form asks for a challenge, solves it and sends
 * again. The management token proves the owner.
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

async function readCode(formId: string): Promise<FormInCode> {
  const { files } = await call<InstallArtifact>(`${routePath(formId)}/install?style=script`);
  return readForm(files[0]?.content ?? '');
}

interface Props {
  route: RouteResource;
  email?: string | undefined;
  onDelivered(): void;
}

/** Lets people send a marked test: the form's fields with likely values. */
export function TestForm({ route, email = '', onDelivered }: Props) {
  const { form_id: formId } = route;
  const install = useAnswer(() => readCode(formId), [formId]);
  const { fields = [], sample = {} } = install.value ?? {};
  const { busy, problem = install.problem, submit } = useTask();
  const place = useFocusOnFault(problem);
  const [solving, setSolving] = useState(false);
  const [result, setResult] = useState<SubmissionAccepted>();
  const send = async (form: HTMLFormElement) => {
    setResult(undefined);
    setResult(await sendTest(route, form, () => setSolving(true)).finally(() => setSolving(false)));
    onDelivered();
  };
  return (
    <form class="card" ref={place} onSubmit={submit(send)}>
      <p>{test.explanation}</p>
      <FormFields fields={fields} values={sample} faults={problem?.faults ?? NO_FAULTS} />
      {fields.length > 0 && <Submit busy={busy} label={test.button} busyLabel={test.busy} />}
      <div role="status">
        {solving && <p class="soft">{test.solving}</p>}
        {result && (
          <div class="notice good">
            <p>{test.delivered}</p>
            <UsedNote text={test.used} {...result} />
          </div>
        )}
      </div>
      <ProblemNotice problem={problem} />
      {/* In a tab of its own: this page alone has the management token. */}
      <p class="onward">
        <LinkAside href={`inbox${carrying(email)}`}>{create.manage}</LinkAside>
      </p>
    </form>
  );
}
