import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Overrides } from '../../src/app/service.ts';
import { filesIn, findHidden, type Place } from '../support/hidden-text.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** The inbox of these forms. */
export const CANARY_OWNER = 'owner.of.canary@inbox-7141.example';

/** An inbox that gets copies. */
export const COLLEAGUE = 'colleague.of.canary@elsewhere.example';

/** What a visitor sends. */
const SENT = {
  message: 'canary-of-a-message-7141',
  email: 'canary.visitor@answered.example',
  'name of a field': 'canary-field-3391',
  'name of a file': 'canary-name-5221',
  'content of a file': 'canary-of-a-file-9931',
};

/** What nobody may find afterwards. */
export const CANARY = {
  ...SENT,
  // However its name is spelled.
  'domain of the visitor': 'answered.example',
  'text of a report': 'canary-of-a-bounce-4417',
  'words of a neighbour': 'canary-of-a-neighbour-6620',
  'address of the owner': CANARY_OWNER,
  'address of a copy': COLLEAGUE,
};

/** The folder of the service and the files in it that it should have. */
const EXPECTED = /^(letterslot-service-.*|letterslot\.keys|test\.db(-wal|-shm)?)$/;

export interface CanaryService extends TestService {
  /** Submits the canary, with a file and a solution; headers are those of a program. */
  submitCanary(formId: string, content?: string): Promise<Answer>;
  /** Fails if the database, log, temporary files or one of these answers contain it. */
  expectNoTrace(answers?: readonly Answer[], secrets?: Record<string, string>): Promise<void>;
}

/** A service whose temporary files, database and log are all in reach; LOG_LEVEL is `trace`. */
export async function startCanary(
  test: TestContext,
  env: Record<string, string>,
  overrides: Overrides = {},
): Promise<CanaryService> {
  const folder = newTempFolder('kept');
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  const touched = new Set<string>();
  const note = (_: string, name: string | null) => void touched.add(name ?? '');
  const watchers = [watch(folder, note)];
  test.after(() => {
    for (const watcher of watchers) watcher.close();
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  const service = await startService(test, env, overrides);
  watchers.push(watch(service.folder, note));

  async function submitCanary(
    formId: string,
    content = SENT['content of a file'],
  ): Promise<Answer> {
    const body = new FormData();
    body.append('message', SENT.message);
    body.append('email', SENT.email);
    body.append(SENT['name of a field'], 'x');
    body.append('cv', new File([content], `${SENT['name of a file']}.txt`));
    const { json } = await service.request(`/v1/routes/${formId}/challenge`);
    body.append('altcha', solutionOf(json));
    const headers = { accept: 'application/json' };
    return service.request(`/f/${formId}`, { method: 'POST', headers, body });
  }

  return {
    ...service,
    submitCanary,
    async expectNoTrace(answers = [], secrets = CANARY) {
      const answered = answers.map(({ text }, at) => ({
        name: `answer ${at}`,
        bytes: Buffer.from(text),
      }));
      const log = { name: 'the log', bytes: Buffer.from(service.logText()) };
      const places: Place[] = [log, ...answered, ...filesIn(folder), ...filesIn(service.folder)];
      const names = places.map(({ name }) => name);
      assert.ok(names.includes('test.db') && names.includes('test.db-wal'), names.join());
      assert.match(service.logText(), /"level":"debug"/);
      assert.deepEqual(findHidden(places, secrets), []);
      await wait(50);
      const others = [...touched].filter((name) => !EXPECTED.test(name));
      assert.deepEqual(others, [], 'temporary files');
    },
  };
}
