import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { FormSettings } from '../../../contract/form-settings.ts';
import type { FormSettingsView, TestReport } from '../../../contract/schemas.ts';
import { useAnswer } from '../api.ts';
import { announce, asDay, fill, inboxWords } from '../context.ts';
import { FormCode } from '../form-code.ts';
import { Action, Heading, Keepsake, ProblemNotice, usedNote } from '../parts.ts';
import { CountsPicture } from './counts-picture.ts';
import { stateOf } from './form-list.ts';
import { Manage } from './manage.ts';
import { form, type InboxRoute } from './operations.ts';
import { SettingsForm } from './settings-form.ts';

const { test, view } = inboxWords;

const section = (title: string, ...children: ComponentChildren[]) =>
  h('section', {}, [h('h3', {}, title), children]);

/** The counts, which the service has at most ten seconds later; `tested` has them read again. */
function Counts({ formId, tested }: { formId: string; tested: number }) {
  const { value: counts, problem } = useAnswer(() => form.counts(formId), [formId, tested]);
  return h('div', { class: 'card' }, [
    counts && h(CountsPicture, counts),
    h(ProblemNotice, { problem }),
  ]);
}

/** The outcome of a test at each place that the form delivers to. */
function Report({ delivery, ...use }: TestReport) {
  const failed = Object.entries(delivery).filter(([, outcome]) => outcome === 'failed');
  return h('div', { class: failed.length > 0 ? 'notice' : 'notice good' }, [
    h('p', {}, test.delivered),
    failed.map(([place]) => h('p', { key: place }, fill(test.failed, { place }))),
    usedNote(test.used, use),
  ]);
}

/** Sends a test to every place that the form delivers to. */
function TestForm({ formId, onDelivered }: { formId: string; onDelivered(): void }) {
  const [report, setReport] = useState<TestReport>();
  const send = async () => {
    setReport(undefined);
    setReport(await form.test(formId));
    announce(test.delivered);
    onDelivered();
  };
  return h('div', { class: 'card' }, [
    h('p', {}, test.explanation),
    h(Action, { label: test.button, busy: test.busy, act: send }),
    report && h(Report, report),
  ]);
}

interface StandingProps {
  route: InboxRoute;
  health: FormSettingsView['health'] | undefined;
}

/** The name of the form, whether it delivers, and what was reported about mail to its inbox. */
function Standing({ route, health }: StandingProps) {
  const fails = health !== undefined && health.status !== 'healed';
  const bar = h('div', { class: 'bar' }, [
    h(Heading, { focus: true }, route.alias),
    stateOf(route, fails),
  ]);
  // Always a list, so that the heading is not made again and takes the focus.
  if (!health) return [bar, null];
  const { status, since, until = since } = health;
  const text = fill(inboxWords.health[status], { since: asDay(since), until: asDay(until) });
  return [bar, h('p', { class: fails ? 'notice' : 'notice good' }, text)];
}

interface Props {
  route: InboxRoute;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** Everything about one form. */
export function FormView({ route, onChanged, onDeleted }: Props) {
  const [tested, setTested] = useState(0);
  const [saved, setSaved] = useState(0);
  const [health, setHealth] = useState<FormSettingsView['health']>();
  const { form_id: formId, alias, endpoint } = route;
  const { endpoint: label } = view;
  const onSaved = ({ paused = false }: FormSettings) => {
    setSaved((times) => times + 1);
    onChanged({ paused });
  };
  return h('div', { class: 'form' }, [
    h('p', {}, h('a', { href: '#' }, view.back)),
    h(Standing, { route, health }),
    section(view.counts, h(Counts, { formId, tested })),
    section(view.settings, h(SettingsForm, { formId, alias, onHealth: setHealth, onSaved })),
    section(
      view.code,
      h('div', { class: 'card' }, h(Keepsake, { id: 'endpoint', label, text: endpoint })),
      h(FormCode, { formId, version: saved }),
    ),
    section(view.test, h(TestForm, { formId, onDelivered: () => setTested((times) => times + 1) })),
    section(
      view.manage,
      h(Manage, {
        route,
        isRefused: health?.status === 'complaint',
        onChanged(change) {
          // A start ends what was reported.
          if (change.status === 'active') setHealth(undefined);
          onChanged(change);
        },
        onDeleted() {
          announce(inboxWords.manage.removed);
          onDeleted();
        },
      }),
    ),
  ]);
}
