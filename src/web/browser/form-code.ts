import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FrameworkId } from '../../contract/enums.ts';
import type { InstallArtifact } from '../../contract/schemas.ts';
import { getInstall } from './api.ts';
import { useAnswer } from './calls.ts';
import { DEPLOYMENT, fill, shared, announce } from './context.ts';
import { CopyButton, ProblemNotice } from './parts.ts';

interface ChoiceProps {
  chosen: FrameworkId;
  onChoice(framework: FrameworkId): void;
}

function Choice({ chosen, onChoice }: ChoiceProps) {
  const options = Object.entries(DEPLOYMENT.frameworks).map(([id, name]) =>
    h('label', { key: id }, [
      h('input', {
        type: 'radio',
        name: 'framework',
        value: id,
        checked: id === chosen,
        onChange: () => onChoice(id as FrameworkId),
      }),
      name,
    ]),
  );
  return h('fieldset', {}, [
    h('legend', {}, shared.code.framework),
    h('div', { class: 'choices' }, options),
  ]);
}

function SourceFile({ path, content }: { path: string; content: string }) {
  const id = `file-${path.replace(/[^\w]+/g, '-')}`;
  return h('div', { class: 'file' }, [
    h('p', { class: 'value' }, [
      h('code', {}, path),
      h(CopyButton, { text: content, what: path, shownIn: id }),
    ]),
    // Long lines scroll, so the element must be reachable by keyboard.
    h(
      'pre',
      { id, tabIndex: 0, role: 'region', 'aria-label': path, class: 'code', lang: 'en' },
      content,
    ),
  ]);
}

function Artifact({ artifact: { files, notes } }: { artifact: InstallArtifact }) {
  return h('div', {}, [
    files.map((file) => h(SourceFile, { key: file.path, ...file })),
    h('details', {}, [
      h('summary', {}, shared.code.notes),
      h('ul', { lang: 'en' }, [notes.map((note) => h('li', { key: note }, note))]),
    ]),
  ]);
}

interface CodeProps {
  formId: string;
  /** Changes with the settings, whose fields the code has. */
  version?: number;
}

/** The code of the form for the chosen framework. */
export function FormCode({ formId, version = 0 }: CodeProps) {
  const [framework, setFramework] = useState<FrameworkId>('html');
  const { value: artifact, problem } = useAnswer(
    () => getInstall(formId, framework),
    [formId, framework, version],
  );
  const shown = artifact?.framework;
  useEffect(() => {
    if (!shown) return;
    announce(fill(shared.code.shown, { framework: DEPLOYMENT.frameworks[shown] }));
  }, [shown]);
  const loading = problem ? null : h('p', { class: 'soft' }, shared.code.loading);
  return h('div', { class: 'card' }, [
    h(Choice, { chosen: framework, onChoice: setFramework }),
    h(ProblemNotice, { problem }),
    artifact ? h(Artifact, { artifact }) : loading,
  ]);
}
