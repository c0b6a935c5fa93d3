import { h } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { useAnswer, type Problem } from '../api.ts';
import { announce, inboxWords, useTitle } from '../context.ts';
import { FormCode } from '../form-code.ts';
import { ProblemNotice, useFocusOnFault } from '../parts.ts';
import { CountsPicture } from './counts-picture.ts';
import { useEditedSettings, type EditedSettings } from './edited-settings.ts';
import { Head } from './form-head.ts';
import { Standing, stateWith } from './form-state.ts';
import { leadsInto, type GroupId } from './groups.ts';
import { HandOver, Manage, useOffer } from './manage.ts';
import { form, type InboxRoute } from './operations.ts';
import { Panel } from './panel.ts';
import { KeyExpiry, proposedNote, SaveBar, SettingGroup, SettingsForm } from './settings-form.ts';

const { groups, says, view } = inboxWords;

/** The groups within the form of the settings, and the last one after it. */
const GROUPS = (Object.keys(groups) as GroupId[]).filter((id) => id !== 'danger');

interface CountsProps {
  route: InboxRoute;
  /** Reads the counts again, which the service has at most ten seconds later. */
  tested: number;
}

function Counts({ route: { form_id: formId, created_at: created }, tested }: CountsProps) {
  const { value: counts, problem } = useAnswer(() => form.counts(formId), [formId, tested]);
  return h('section', { class: 'card' }, [
    h('h3', {}, view.counts),
    counts && h(CountsPicture, { ...counts, created }),
    h(ProblemNotice, { problem }),
  ]);
}

/** Which groups are open: those with a fault open when it is reported. */
function useGroups(problem: Problem | undefined) {
  const [open, setOpen] = useState<Readonly<Partial<Record<GroupId | 'code', boolean>>>>({});
  // Before the focus moves to the first of them.
  useLayoutEffect(() => {
    const faulty = (Object.keys(groups) as GroupId[]).filter((id) =>
      problem?.faults.some(({ path }) => leadsInto(id, path)),
    );
    setOpen((before) => ({ ...before, ...Object.fromEntries(faulty.map((id) => [id, true])) }));
  }, [problem]);
  return (id: GroupId | 'code') => ({
    open: open[id] ?? false,
    onToggle: (isOpen: boolean) => setOpen((before) => ({ ...before, [id]: isOpen })),
  });
}

interface PanelsProps {
  route: InboxRoute;
  settings: EditedSettings;
  /** Counts the saves: the code has the fields of the form. */
  saved: number;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** The code of the form, its settings in groups, and what is done with it as a whole. */
function Panels({ route, settings, saved, ...on }: PanelsProps) {
  const { form_id: formId, alias, status } = route;
  const group = useGroups(settings.problem);
  const offer = useOffer(formId);
  const parts = { settings, alias };
  const privacy = {
    more: offer.waiting && says.handOver,
    children: h(HandOver, { formId, offer, isActive: status === 'active' }),
  };
  const code = group('code');
  return h('div', { class: 'panels' }, [
    h(
      Panel,
      { id: 'group-code', title: view.code, says: view.codeSays, ...code },
      code.open && h(FormCode, { formId, version: saved }),
    ),
    h(SettingsForm, { onSubmit: () => void settings.save() }, [
      GROUPS.map((id) =>
        h(SettingGroup, { key: id, id, ...parts, ...group(id), ...(id === 'privacy' && privacy) }),
      ),
    ]),
    h(SettingGroup, { id: 'danger', ...parts, ...group('danger') }, h(Manage, { route, ...on })),
  ]);
}

interface Props {
  email: string;
  route: InboxRoute;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** Everything about one form. */
export function FormView({ email, route: listed, onChanged, onDeleted }: Props) {
  const [tested, setTested] = useState(0);
  const [saved, setSaved] = useState(0);
  const [health, setHealth] = useState<FormSettingsView['health']>();
  const { form_id: formId, alias, name } = listed;
  useTitle(name);
  const route = stateWith(listed, health);
  const settings = useEditedSettings({
    formId,
    onHealth: setHealth,
    onSaved({ paused = false, ...next }) {
      setSaved((times) => times + 1);
      onChanged({ paused, name: next.name ?? alias });
    },
  });
  const { edited, problem, change, resume } = settings;
  const place = useFocusOnFault<HTMLDivElement>(problem);
  /** What acted is gone, so the focus moves to the name: it says how the form stands. */
  const changeState = (changed: Partial<InboxRoute>) => {
    if (changed.status === 'active') setHealth(undefined);
    onChanged(changed);
    place.current?.querySelector('h2')?.focus();
  };
  const removed = () => {
    announce(inboxWords.manage.removed);
    onDeleted();
  };
  return h('div', { class: 'form', ref: place }, [
    h('p', { class: 'back' }, h('a', { href: '#' }, view.back)),
    h(Head, { route, onTested: () => setTested((times) => times + 1) }, [
      h(Standing, { email, route, health, resume, onChanged: changeState }),
      edited && h(KeyExpiry, { key: edited.view.settings.encryption?.key, ...edited.view }),
      edited && proposedNote(edited.view, change),
    ]),
    h('div', { class: 'columns' }, [
      h(Panels, { route, settings, saved, onChanged: changeState, onDeleted: removed }),
      h(Counts, { route, tested }),
    ]),
    h(SaveBar, { settings }),
  ]);
}
