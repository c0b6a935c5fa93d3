import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runCli } from '../support/run-cli.ts';
import { startService } from '../support/service.ts';
import { newFolder } from './deployment.ts';

export const FIELDS = {
  name: 'Ada',
  message: 'Hello\n\nthere, Größe 日本',
  'see https://x.example': 'a\u202eb\n| c:',
  _test: 'yes',
  _agent: 'yes',
  _format: 'json',
};

/** The site that an agent's mail links to; digits and hyphens in a host are hardest to preserve. */
const SITE = 'https://xn--bcher-kva.1-2.example:8443';

/** A delivered submission with these files and fields, as owner and operator get it. */
export async function deliver(
  test: TestContext,
  files: readonly File[] = [],
  { env = {}, more = {} }: { env?: Record<string, string>; more?: Record<string, string> } = {},
) {
  const posted = { ...FIELDS, ...more };
  const folder = newFolder(test);
  const service = await startService(test, env);
  const settings = files.length > 0 ? { settings: { files: {} } } : {};
  const { form_id: formId } = await service.activeRoute(settings);
  const body = new FormData();
  for (const [name, value] of Object.entries(posted)) body.append(name, value);
  for (const each of files) body.append('file', each);
  const headers = { origin: SITE };
  const { json, text } =
    files.length > 0
      ? await service.request(`/f/${formId}`, { method: 'POST', body, headers })
      : await service.submit(formId, posted, headers);
  const [mail] = service.sink.mails;
  assert.ok(mail);
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content, 'latin1');
    return path;
  };
  const utf8 = (content: string) => Buffer.from(content).toString('latin1');
  return {
    service,
    json,
    /** Another active form, made by a request in this language. */
    async formOf(language: string): Promise<string> {
      const { json: made } = await service.create({}, { 'accept-language': language });
      return made.form_id;
    },
    formId,
    mail,
    file,
    url: service.url,
    receipt: file('receipt.txt', `${json.receipt}\n`),
    answer: file('answer.json', utf8(text)),
    eml: file('mail.eml', mail.raw),
    posted: file('posted.json', utf8(JSON.stringify(posted))),
    form: file('posted.txt', `${new URLSearchParams(posted).toString()}\n`),
    keys: file('keys.json', (await service.request('/.well-known/jwks.json')).text),
    /** On the machine of the deployment. */
    here: (...args: string[]) =>
      runCli({ DATABASE_URL: `file:${join(service.folder, 'test.db')}` }, [
        'verify-receipt',
        ...args,
      ]),
    /** Anywhere else. */
    elsewhere: (...args: string[]) =>
      runCli({ DATABASE_URL: `file:${folder}/none.db` }, ['verify-receipt', ...args]),
  };
}
