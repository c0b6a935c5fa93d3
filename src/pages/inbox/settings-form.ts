import { h, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { EncryptionKey, FormSettingsView } from '../../contract/schemas.ts';
import { useAnswer, type Known } from '../api.ts';
import { asDay, asNumber, fill, inboxWords, shared } from '../context.ts';
import { NO_FAULTS, textOf } from '../inputs.ts';
import { ProblemNotice, quietButton, Submit } from '../parts.ts';
import type { EditedSettings } from './edited-settings.ts';
import { leadsInto, sayGroup, settingsIn, type GroupId } from './groups.ts';
import { inbox } from './operations.ts';
import { Panel } from './panel.ts';
import { mailPreview, pagePreview } from './previews.ts';
import type { SettingsDraft } from './setting-values.ts';
import { Setting } from './setting.ts';

const { editor, groups, says } = inboxWords;
const { encryption } = inboxWords.editors;

/** The id of the form around the settings: its buttons are outside of it. */
const FORM_ID = 'settings';

/** Milliseconds before the end of a key from which its owner sees a notice. */
const SOON = 14 * 86_400_000;

/** The notice about a checked key: it was valid when it was set, so a key that is refused has expired. */
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
  return notice === undefined ? null : h('p', { class: 'notice' }, notice);
}

/** A change that the holder of the management token asked for, and that waits for the owner. */
export const proposedNote = (
  { proposed }: FormSettingsView,
  take: (draft: SettingsDraft) => void,
) =>
  proposed &&
  h('div', { class: 'notice' }, [
    h('p', {}, editor.proposed),
    quietButton(editor.take, () => take({ ...proposed })),
  ]);

interface GroupProps {
  id: GroupId;
  settings: EditedSettings;
  /** What the form is called without the setting. */
  alias: string;
  open: boolean;
  onToggle(open: boolean): void;
  /** More that the line says. */
  more?: string | undefined;
  /** Besides the settings. */
  children?: ComponentChildren;
}

const PREVIEWS: Partial<Record<GroupId, typeof mailPreview>> = {
  emails: mailPreview,
  after: pagePreview,
};

/** A group of settings, next to what they do. */
export function SettingGroup({ id, settings, alias, more, children, ...rest }: GroupProps) {
  const { edited, problem, changed, change } = settings;
  if (!edited) return null;
  const { draft, view } = edited;
  const faults = problem?.faults ?? NO_FAULTS;
  const formName = textOf(draft['name']).trim() || alias;
  const names = settingsIn(id);
  const parts = { path: '', value: draft, view, faults, formName, onChange: change };
  const isFaulty = faults.some(({ path }) => leadsInto(id, path));
  const panel = {
    id: `group-${id}`,
    title: groups[id],
    says: [sayGroup(id, draft), more].filter(Boolean).join(' · '),
    marks: [
      isFaulty && h('span', { class: 'fault' }, shared.composer.faulty),
      !isFaulty && names.some((name) => changed.includes(name)) && says.changed,
    ],
  };
  return h(Panel, { ...panel, ...rest }, [
    h('div', { class: 'settings' }, [
      h('div', { class: 'fields' }, [
        names.map((name) => h(Setting, { key: name, name, ...parts })),
      ]),
      PREVIEWS[id]?.(draft, formName),
    ]),
    children,
  ]);
}

/** The form around groups of settings. */
export const SettingsForm = ({
  onSubmit,
  children,
}: {
  onSubmit(): void;
  children?: ComponentChildren;
}) =>
  h(
    'form',
    {
      id: FORM_ID,
      noValidate: true,
      onSubmit(event: Event) {
        event.preventDefault();
        onSubmit();
      },
    },
    children,
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
    const text = { ref: said, tabIndex: -1, onBlur: () => setSeen(document.hasFocus()) };
    return h('div', { class: 'savebar notice good' }, h('p', text, editor[outcome]));
  }
  if (!edited) return h(ProblemNotice, { problem });
  if (changed.length === 0 && state !== 'saving' && !problem) return null;
  const count = asNumber(changed.length);
  return h('div', { class: 'savebar' }, [
    h(ProblemNotice, { problem }),
    h('div', { class: 'bar' }, [
      h('p', {}, changed.length === 1 ? editor.change : fill(editor.changes, { count })),
      h('div', { class: 'actions' }, [
        quietButton(editor.discard, discard, { class: 'quiet' }),
        h(Submit, {
          busy: state === 'saving',
          label: editor.save,
          busyLabel: editor.saving,
          form: FORM_ID,
        }),
      ]),
    ]),
  ]);
}
