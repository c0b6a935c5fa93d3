import { useLayoutEffect, useState } from 'preact/hooks';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { useAnswer, type Problem } from '../api.ts';
import { announce, inboxWords, useTitle } from '../context.tsx';
import { FormCode } from '../form-code.tsx';
import { ProblemNotice, useFocusOnFault } from '../parts.tsx';
import { CountsPicture } from './counts-picture.tsx';
import { useEditedSettings, type EditedSettings } from './edited-settings.ts';
import { Head } from './form-head.tsx';
import { Standing, stateWith } from './form-state.tsx';
import { leadsInto, type GroupId } from './groups.ts';
import { HandOver, Manage, useOffer } from './manage.tsx';
import { form, type InboxRoute } from './operations.ts';
import { Panel } from './panel.tsx';
import { KeyExpiry, ProposedNote, SaveBar, SettingGroup, SettingsForm } from './settings-form.tsx';

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
  return (
    <section class="card">
      <h3>{view.counts}</h3>
      {counts && <CountsPicture {...counts} created={created} />}
      <ProblemNotice problem={problem} />
    </section>
  );
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
    children: <HandOver formId={formId} offer={offer} isActive={status === 'active'} />,
  };
  const code = group('code');
  return (
    <div class="panels">
      <Panel id="group-code" title={view.code} says={view.codeSays} {...code}>
        {code.open && <FormCode formId={formId} version={saved} />}
      </Panel>
      <SettingsForm onSubmit={() => void settings.save()}>
        {GROUPS.map((id) => (
          <SettingGroup
            key={id}
            id={id}
            {...parts}
            {...group(id)}
            {...(id === 'privacy' && privacy)}
          />
        ))}
      </SettingsForm>
      <SettingGroup id="danger" {...parts} {...group('danger')}>
        <Manage route={route} {...on} />
      </SettingGroup>
    </div>
  );
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
  /** The pressed button is gone, so the focus moves to the name, which shows the form's state. */
  const changeState = (changed: Partial<InboxRoute>) => {
    if (changed.status === 'active') setHealth(undefined);
    onChanged(changed);
    place.current?.querySelector('h2')?.focus();
  };
  const removed = () => {
    announce(inboxWords.manage.removed);
    onDeleted();
  };
  return (
    <div class="form" ref={place}>
      <p class="back">
        <a href="#">{view.back}</a>
      </p>
      <Head route={route} onTested={() => setTested((times) => times + 1)}>
        <Standing
          email={email}
          route={route}
          health={health}
          resume={resume}
          onChanged={changeState}
        />
        {edited && <KeyExpiry key={edited.view.settings.encryption?.key} {...edited.view} />}
        {edited && <ProposedNote view={edited.view} take={change} />}
      </Head>
      <div class="columns">
        <Panels
          route={route}
          settings={settings}
          saved={saved}
          onChanged={changeState}
          onDeleted={removed}
        />
        <Counts route={route} tested={tested} />
      </div>
      <SaveBar settings={settings} />
    </div>
  );
}
