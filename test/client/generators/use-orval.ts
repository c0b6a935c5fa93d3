import {
  createRoute,
  getSettings,
  patchInboxSettings,
  patchSettings,
  type NextActionVerification,
} from './orval/api.js';

export async function use(): Promise<string[]> {
  const created = await createRoute({ email: 'owner@example.com', alias: 'Contact' });
  if (created.status !== 202) return [String(created.status)];
  const { form_id: formId, next_action: next } = created.data;
  const poll =
    next.type === 'human_verification'
      ? (next satisfies NextActionVerification).poll.url
      : next.type;
  const changed = await patchSettings(formId, { subject: null, website: { name: 'A' } });
  const read = await getSettings(formId);
  await patchInboxSettings({ confirm_new_forms: null });
  return [
    poll,
    String(changed.status === 200 && changed.data.settings.subject),
    String(read.status),
  ];
}
