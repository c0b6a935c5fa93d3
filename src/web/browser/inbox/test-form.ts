import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { TestReport } from '../../../contract/schemas.ts';
import { fill, useAnnounce } from '../context.ts';
import { form } from './operations.ts';
import { Action, asNumber } from './parts.ts';
import { useRequest } from './session.ts';
import { words } from './inbox-words.ts';

const { test } = words;

/** What became of a test at each place that the form delivers to. */
function Report({ delivery, used, limit }: TestReport): ComponentChildren {
  const failed = Object.entries(delivery).filter(([, outcome]) => outcome === 'failed');
  return h(
    'div',
    { class: failed.length > 0 ? 'notice' : 'notice good' },
    h('p', {}, test.delivered),
    failed.map(([place]) => h('p', { key: place }, fill(test.failed, { place }))),
    used !== undefined && limit !== undefined && limit > 0
      ? h('p', { class: 'soft' }, fill(test.used, { used: asNumber(used), limit: asNumber(limit) }))
      : null,
  );
}

interface Props {
  formId: string;
  onDelivered(): void;
}

/** Sends a test to every place that the form delivers to. */
export function TestForm({ formId, onDelivered }: Props): ComponentChildren {
  const request = useRequest();
  const announce = useAnnounce();
  const [report, setReport] = useState<TestReport>();
  const send = async () => {
    setReport(undefined);
    const outcome = await form.test(request, formId);
    if (!outcome.ok) return outcome.problem;
    setReport(outcome.value);
    announce(test.delivered);
    onDelivered();
    return undefined;
  };
  return h(
    'div',
    { class: 'card' },
    h('p', {}, test.explanation),
    h(Action, { label: test.button, busy: test.busy, act: send }),
    report ? h(Report, report) : null,
  );
}
