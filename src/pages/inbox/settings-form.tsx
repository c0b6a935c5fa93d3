import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { EncryptionKey, FormSettingsView } from '../../contract/schemas.ts';
import { useAnswer, type Known } from '../api.ts';
import { asDay, asNumber, fill, inboxWords, shared } from '../context.tsx';
import { NO_FAULTS, textOf } from '../place.ts';
import { ProblemNotice, QuietButton, Submit } from '../parts.tsx';
import type { EditedSettings } from './edited-settings.ts';
import { leadsInto, sayGroup, settingsIn, type GroupId } from './groups.ts';
import { inbox } from './operations.ts';
import { Panel } from './panel.tsx';
import { MailPreview, PagePreview } from './previews.tsx';
import type { SettingsDraft } from './setting-values.ts';
import { Setting } from './setting.tsx';

const { editor, groups, says } = inboxWords;
const { encryption } = inboxWords.editors;

/** The id of the form around the settings, for its buttons outside the form. */
const FORM_ID = 'settings';

/** Milliseconds before the end of a key from which its owner sees a notice. */
const SOON = 14 * 86_400_000;

/** The notice about a checked key: it was valid when it was set, so a refused one has expired. */
function sayExpiry({ value, problem }: Known<EncryptionKey>): string | undefined {
  if (problem) return problem.code === 'settings_invalid' ? encryption.ended : undefined;
  const end = value?.expires_at ?? null;
  if (end === null || Date.parse(end) - Date.now() > SOON) return undefined;
  return fill(encryption.ends, { date: asDay(end) });
}

/** Says when the key that mails are encrypted to ends soon, or has ended. */
export function KeyExpiry({ settings }: { settings: FormSettings }) {
  const { key = '' } = settings.encryption ?? {};
  const answer = useAnswer(() => (key === '' ? undefined : inbox.checkKey(key)), [key]);
  const notice = key === '' ? undefined : sayExpiry(answer);
  return notice === undefined ? null : <p class="notice">{notice}</p>;
}

interface ProposedProps {
  view: FormSettingsView;
  take(draft: SettingsDraft): void;
}

/** A change that the holder of the management token asked for, and that waits for the owner. */
export const ProposedNote = ({ view: { proposed }, take }: ProposedProps) =>
  proposed && (
    <div class="notice">
      <p>{editor.proposed}</p>
      <QuietButton label={editor.take} onClick={() => take({ ...proposed })} />
    </div>
  );

interface GroupProps {
  id: GroupId;
  settings: EditedSettings;
  /** The form's name without the setting. */
  alias: string;
  open: boolean;
  onToggle(open: boolean): void;
  /** Besides the settings. */
  children?: ComponentChildren;
}

const PREVIEWS: Partial<Record<GroupId, typeof MailPreview>> = {
  emails: MailPreview,
  after: PagePreview,
};

/** A group of settings, next to what they do. */
export function SettingGroup({ id, settings, alias, children, ...rest }: GroupProps) {
  const { edited, problem, changed, change } = settings;
  if (!edited) return null;
  const { draft, view } = edited;
  const faults = problem?.faults ?? NO_FAULTS;
  const formName = textOf(draft['name']).trim() || alias;
  const names = settingsIn(id);
  const Preview = PREVIEWS[id];
  const parts = { path: '', value: draft, view, faults, formName, alias, onChange: change };
  const isFaulty = faults.some(({ path }) => leadsInto(id, path));
  const isChanged = names.some((name) => changed.includes(name));
  const marks = isFaulty ? (
    <span class="fault">{shared.composer.faulty}</span>
  ) : (
    isChanged && says.changed
  );
  return (
    <Panel id={`group-${id}`} title={groups[id]} says={sayGroup(id, draft)} marks={marks} {...rest}>
      <div class="settings">
        <div class="fields">
          {names.map((name) => (
            <Setting key={name} name={name} {...parts} />
          ))}
        </div>
        {Preview && <Preview draft={draft} formName={formName} />}
      </div>
      {children}
    </Panel>
  );
}

/** The form around groups of settings. */
export const SettingsForm = ({
  onSubmit,
  children,
}: {
  onSubmit(): void;
  children?: ComponentChildren;
}) => (
  <form
    id={FORM_ID}
    noValidate
    onSubmit={(event: Event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

/** Says how many changes are not saved, and saves or discards them. */
export function SaveBar({ settings }: { settings: EditedSettings }) {
  const { edited, state, problem, changed, discard } = settings;
  const [seen, setSeen] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const outcome = state === 'saved' || state === 'discarded' ? state : undefined;
  useEffect(() => {
    setSeen(false);
    // The buttons are gone, and with them the focus.
    if (outcome) said.current?.focus();
  }, [outcome]);
  if (outcome && !seen) {
    return (
      <div class="savebar notice good">
        <p ref={said} tabIndex={-1} onBlur={() => setSeen(document.hasFocus())}>
          {editor[outcome]}
        </p>
      </div>
    );
  }
  if (!edited) return <ProblemNotice problem={problem} />;
  if (changed.length === 0 && state !== 'saving' && !problem) return null;
  const count = asNumber(changed.length);
  // Its faults are at their settings, so one line is enough.
  const isMarked = problem?.code === 'settings_invalid';
  return (
    <div class="savebar">
      <ProblemNotice problem={isMarked ? undefined : problem} />
      <div class="bar">
        <p>
          <span role="alert" class="fault">
            {isMarked && shared.errors.settings_invalid}
          </span>
          {!isMarked && (changed.length === 1 ? editor.change : fill(editor.changes, { count }))}
        </p>
        <div class="actions">
          <QuietButton label={editor.discard} class="quiet" onClick={discard} />
          <Submit
            busy={state === 'saving'}
            label={editor.save}
            busyLabel={editor.saving}
            form={FORM_ID}
          />
        </div>
      </div>
    </div>
  );
}
