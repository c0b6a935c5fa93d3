import { h, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TestReport } from '../../contract/schemas.ts';
import { useTask } from '../api.ts';
import { announce, DEPLOYMENT, fill, inboxWords } from '../context.ts';
import { CopyButton, Heading, linkAside, ProblemNotice, quietButton, usedNote } from '../parts.ts';
import { badge } from './form-state.ts';
import { form, type InboxRoute } from './operations.ts';

const { test, view } = inboxWords;

/** The outcome of a test at each place that the form delivers to, and where another one can be filled in. */
function Report({ formId, delivery, ...use }: TestReport & { formId: string }) {
  const failed = Object.entries(delivery).filter(([, outcome]) => outcome === 'failed');
  return h('div', { class: failed.length > 0 ? 'notice' : 'notice good' }, [
    h('p', {}, test.delivered),
    failed.map(([place]) => h('p', { key: place }, fill(test.failed, { place }))),
    usedNote(test.used, use),
    DEPLOYMENT.startPage && h('p', {}, linkAside(`start#form=${formId}`, test.own)),
  ]);
}

interface HeadProps {
  route: InboxRoute;
  onTested(): void;
  children?: ComponentChildren;
}

/** The name of the form, whether it delivers, where it posts to, and a test. */
export function Head({ route, onTested, children }: HeadProps) {
  const [report, setReport] = useState<TestReport>();
  const { busy, problem, run } = useTask();
  // That a test arrived is no news once the form is paused or stopped.
  useEffect(() => setReport(undefined), [route.state]);
  const send = async () => {
    announce('');
    setReport(undefined);
    setReport(await form.test(route.form_id));
    announce(test.delivered);
    onTested();
  };
  return h('div', { class: 'card head' }, [
    h('div', { class: 'bar' }, [
      h('div', { class: 'name' }, [h(Heading, { focus: true }, route.name), badge(route.state)]),
      // Any other form refuses tests.
      route.state === 'active' &&
        quietButton(busy ? test.busy : test.button, () => run(send), {
          class: 'quiet',
          'aria-disabled': busy,
          'aria-describedby': 'test-hint',
        }),
    ]),
    h('p', { id: 'test-hint', class: 'unseen' }, test.explanation),
    h('p', { class: 'value' }, [
      h('span', { class: 'label' }, view.endpoint),
      h('code', { id: 'endpoint' }, route.endpoint),
      h(CopyButton, { text: route.endpoint, what: view.endpoint, shownIn: 'endpoint' }),
    ]),
    report && h(Report, { ...report, formId: route.form_id }),
    h(ProblemNotice, { problem }),
    children,
  ]);
}
