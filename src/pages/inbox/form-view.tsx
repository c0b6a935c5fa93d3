import { useLayoutEffect, useState } from 'preact/hooks';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { useAnswer, type Problem } from '../api.ts';
import { inboxWords, useTitle } from '../context.tsx';
import { FormCode } from '../form-code.tsx';
import { ProblemNotice, useFocusOnFault } from '../parts.tsx';
import { AccessKeys } from './access-keys.tsx';
import { CountsPicture } from './counts-picture.tsx';
import { useEditedSettings, type EditedSettings } from './edited-settings.ts';
import { Head } from './form-head.tsx';
import { State, stateWith } from './form-state.tsx';
import { leadsInto, type GroupId } from './groups.ts';
import { Manage, useOffer } from './manage.tsx';
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
  const { form_id: formId, alias } = route;
  const group = useGroups(settings.problem);
  const offer = useOffer(formId);
  const parts = { settings, alias };
  const isNeeded = settings.edited?.draft['access'] === 'key';
  const keys = <AccessKeys formId={formId} isNeeded={isNeeded} />;
  const code = group('code');
  return (
    <div class="panels">
      <Panel id="group-code" title={view.code} says={view.codeSays} {...code}>
        {code.open && <FormCode {...route} version={saved} />}
      </Panel>
      <SettingsForm onSubmit={() => void settings.save()}>
        {GROUPS.map((id) => (
          <SettingGroup key={id} id={id} {...parts} {...group(id)}>
            {id === 'spam' && keys}
          </SettingGroup>
        ))}
      </SettingsForm>
      <Panel
        id="group-danger"
        title={groups.danger}
        says={offer.waiting ? says.handOver : says.danger}
        {...group('danger')}
      >
        <Manage route={route} offer={offer} {...on} />
      </Panel>
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
  const { edited, problem, change, pause } = settings;
  const place = useFocusOnFault<HTMLDivElement>(problem);
  /** The pressed button is gone, so the focus moves to the name, which shows the form's state. */
  const changeState = (changed: Partial<InboxRoute>) => {
    if (changed.status === 'active') setHealth(undefined);
    onChanged(changed);
    place.current?.querySelector('h2')?.focus();
  };
  return (
    <div class="form" ref={place}>
      <p class="back">
        <a href="#">{view.back}</a>
      </p>
      <Head
        route={route}
        onTested={() => setTested((times) => times + 1)}
        state={
          <State
            email={email}
            route={route}
            health={health}
            pause={edited && pause}
            onChanged={changeState}
          />
        }
      >
        {edited && <KeyExpiry key={edited.view.settings.encryption?.key} {...edited.view} />}
        {edited && <ProposedNote view={edited.view} take={change} />}
      </Head>
      <div class="columns">
        <Panels
          route={route}
          settings={settings}
          saved={saved}
          onChanged={changeState}
          onDeleted={onDeleted}
        />
        <Counts route={route} tested={tested} />
      </div>
      <SaveBar settings={settings} />
    </div>
  );
}
