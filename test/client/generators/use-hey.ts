import { createRoute, getSettings, patchInboxSettings, patchSettings } from './hey/index.js';

export async function use(): Promise<string[]> {
  const created = await createRoute({
    body: { email: 'owner@example.com', alias: 'Contact' },
    headers: { 'Idempotency-Key': '0123456789abcdef' },
  });
  if (!created.data) return [created.error.error];
  const { form_id: formId, next_action: next } = created.data;
  const poll = next.type === 'human_verification' ? next.poll.url : next.type;
  const path = { formId };
  const changed = await patchSettings({ path, body: { subject: null, website: { name: 'A' } } });
  const read = await getSettings({ path });
  await patchInboxSettings({ body: { confirm_new_forms: null } });
  return [poll, String(changed.data?.settings.subject), String(read.data?.settings.language)];
}
