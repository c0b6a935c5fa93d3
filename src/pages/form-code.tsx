import { useEffect, useState } from 'preact/hooks';
import type { CodeStyle, FrameworkId } from '../contract/enums.ts';
import type { InstallArtifact } from '../contract/schemas.ts';
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

function SourceFile({ path, content }: InstallArtifact['files'][number]) {
  const id = `file-${path.replace(/[^\w]+/g, '-')}`;
  return (
    <div class="file">
      <p class="value">
        <code>{path}</code>
        <CopyButton text={content} what={path} shownIn={id} />
      </p>
      {/* Long lines scroll, so the element must be reachable by keyboard. */}
      <pre id={id} tabIndex={0} role="region" aria-label={path} class="code" lang="en">
        {content}
      </pre>
    </div>
  );
}

const Artifact = ({ files, notes }: InstallArtifact) => (
  <div>
    {files.map((file) => (
      <SourceFile key={file.path} {...file} />
    ))}
    <details>
      <summary>{shared.code.notes}</summary>
      <ul lang="en">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  </div>
);

/** A form's code for the chosen framework; `version` changes with the settings in it. */
export function FormCode({ formId, version = 0 }: { formId: string; version?: number }) {
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
    <div class="card">
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
