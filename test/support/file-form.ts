import type { TestContext } from 'node:test';
import { startService } from './service.ts';
import { isDelivery } from './smtp-sink.ts';

export const FILE = new File(['content'], 'photo.png', { type: 'image/png' });

type Value = string | File;

/** Fields and files by their names; a list is a field that is sent several times. */
export type Given = Record<string, Value | Value[]>;

export function formOf(given: Given): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}

/** A service whose form has these settings, and how to post to it. */
export async function startFileForm(
  test: TestContext,
  settings: object = { files: {} },
  env: Record<string, string> = {},
) {
  const service = await startService(test, env);
  const route = await service.activeRoute({ settings });
  const path = `/f/${route.form_id}`;
  const post = (given: Given, headers: Record<string, string> = {}) =>
    service.request(path, { method: 'POST', body: formOf(given), headers });
  return { service, route, path, post, mails: () => service.sink.mails.filter(isDelivery) };
}
