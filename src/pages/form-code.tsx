import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TEST_NOTE, type CodeStyle, type FrameworkId } from '../contract/enums.ts';
import type { InstallArtifact, RouteResource } from '../contract/schemas.ts';
import { call, routePath, useAnswer } from './api.ts';
import { DEPLOYMENT, fill, shared, announce } from './context.tsx';
import { CopyButton, ProblemNotice } from './parts.tsx';

interface ChoiceProps<Id extends string> {
  name: string;
  legend: string;
  options: Readonly<Record<Id, string>>;
  chosen: Id;
  onChoice(id: Id): void;
}

const Choice = <Id extends string>({ legend, options, chosen, ...props }: ChoiceProps<Id>) => (
  <fieldset>
    <legend>{legend}</legend>
    <div class="choices">
      {Object.entries<string>(options).map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={value === chosen}
            onChange={() => props.onChoice(value as Id)}
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);

interface CodeProps {
  /** What it is called. */
  label: ComponentChildren;
  name: string;
  text: string;
}

/** Code to copy. */
function Code({ label, name, text }: CodeProps) {
  const id = `file-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}`;
  return (
    <div class="file">
      <p class="value">
        {label}
        <CopyButton text={text} what={name} shownIn={id} />
      </p>
      {/* Long lines scroll, so the element must be reachable by keyboard. */}
      <pre id={id} tabIndex={0} role="region" aria-label={name} class="code" lang="en">
        {text}
      </pre>
    </div>
  );
}

const { have } = shared.code;

/** What a form that exists needs: its address, and the script of this service. */
const OwnForm = ({ endpoint }: { endpoint: string }) => (
  <div>
    <Code
      label={<span class="label">{have.action}</span>}
      name={have.action}
      text={`action="${endpoint}" method="post"`}
    />
    <p class="soft">{have.names}</p>
    <Code
      label={<span class="label">{have.line}</span>}
      name={have.line}
      text={`<script type="module" src="${new URL('../form.js', endpoint).href}"></script>`}
    />
    <p class="soft">{have.lineHint}</p>
  </div>
);

const Artifact = ({ files, notes }: InstallArtifact) => (
  <div>
    {files.map((file) => (
      <Code key={file.path} label={<code>{file.path}</code>} name={file.path} text={file.content} />
    ))}
    <details>
      <summary>{shared.code.notes}</summary>
      <ul lang="en">
        {/* The page has a test of its own. */}
        {notes
          .filter((note) => !note.startsWith(TEST_NOTE))
          .map((note) => (
            <li key={note}>{note}</li>
          ))}
      </ul>
    </details>
  </div>
);

interface FormCodeProps extends Pick<RouteResource, 'endpoint' | 'form_id'> {
  /** Changes with the settings in the code. */
  version?: number;
}

/** The code of a whole form, for the chosen framework. */
function NewForm({ form_id: formId, version = 0 }: FormCodeProps) {
  const [framework, setFramework] = useState<FrameworkId>('html');
  const [style, setStyle] = useState<CodeStyle>('script');
  const { value: artifact, problem } = useAnswer(
    () =>
      call<InstallArtifact>(`${routePath(formId)}/install?framework=${framework}&style=${style}`),
    [formId, framework, style, version],
  );
  const shown = artifact?.framework;
  useEffect(() => {
    if (!shown) return;
    announce(fill(shared.code.shown, { framework: DEPLOYMENT.frameworks[shown] }));
  }, [shown]);
  const loading = problem ? null : <p class="soft">{shared.code.loading}</p>;
  return (
    <div>
      <Choice
        name="framework"
        legend={shared.code.framework}
        options={DEPLOYMENT.frameworks}
        chosen={framework}
        onChoice={setFramework}
      />
      <Choice<CodeStyle>
        name="style"
        legend={shared.code.style}
        options={shared.code.styles}
        chosen={style}
        onChoice={setStyle}
      />
      <ProblemNotice problem={problem} />
      {artifact ? <Artifact {...artifact} /> : loading}
    </div>
  );
}

/** How a form comes to a website: what one that exists needs, or the code of a new one. */
export function FormCode(form: FormCodeProps) {
  const [has, setHas] = useState<'yes' | 'no'>('yes');
  return (
    <div class="card">
      <Choice<'yes' | 'no'>
        name="have"
        legend={have.question}
        options={{ yes: have.yes, no: have.no }}
        chosen={has}
        onChoice={setHas}
      />
      {has === 'yes' ? <OwnForm {...form} /> : <NewForm {...form} />}
    </div>
  );
}
