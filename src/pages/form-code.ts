import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CodeStyle, FrameworkId } from '../contract/enums.ts';
import type { InstallArtifact } from '../contract/schemas.ts';
import { call, routePath, useAnswer } from './api.ts';
import { DEPLOYMENT, fill, shared, announce } from './context.ts';
import { CopyButton, ProblemNotice } from './parts.ts';

interface Choice<Id extends string> {
  name: string;
  legend: string;
  options: Readonly<Record<Id, string>>;
  chosen: Id;
  onChoice(id: Id): void;
}

function choice<Id extends string>({ name, legend, options, chosen, onChoice }: Choice<Id>) {
  const inputs = Object.entries<string>(options).map(([value, label]) => {
    const onChange = () => onChoice(value as Id);
    const input = { type: 'radio', name, value, checked: value === chosen } as const;
    return h('label', { key: value }, h('input', { ...input, onChange }), label);
  });
  return h('fieldset', {}, h('legend', {}, legend), h('div', { class: 'choices' }, inputs));
}

function sourceFile({ path, content }: InstallArtifact['files'][number]) {
  const id = `file-${path.replace(/[^\w]+/g, '-')}`;
  const copy = h(CopyButton, { text: content, what: path, shownIn: id });
  // Long lines scroll, so the element must be reachable by keyboard.
  const code = { id, tabIndex: 0, role: 'region', 'aria-label': path, class: 'code', lang: 'en' };
  return h('div', { key: path, class: 'file' }, [
    h('p', { class: 'value' }, h('code', {}, path), copy),
    h('pre', code, content),
  ]);
}

const artifactView = ({ files, notes }: InstallArtifact) =>
  h('div', {}, [
    files.map(sourceFile),
    h('details', {}, [
      h('summary', {}, shared.code.notes),
      h('ul', { lang: 'en' }, [notes.map((note) => h('li', { key: note }, note))]),
    ]),
  ]);

/** The code of a form for the chosen framework; `version` changes with the settings, whose fields it has. */
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
  const loading = problem ? null : h('p', { class: 'soft' }, shared.code.loading);
  return h('div', { class: 'card' }, [
    choice<FrameworkId>({
      name: 'framework',
      legend: shared.code.framework,
      options: DEPLOYMENT.frameworks,
      chosen: framework,
      onChoice: setFramework,
    }),
    choice<CodeStyle>({
      name: 'style',
      legend: shared.code.style,
      options: shared.code.styles,
      chosen: style,
      onChoice: setStyle,
    }),
    h(ProblemNotice, { problem }),
    artifact ? artifactView(artifact) : loading,
  ]);
}
