import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ENDPOINT_PLACEHOLDER, FRAMEWORK_IDS, type FrameworkId } from '../../src/contract/enums.ts';
import type { InstallArtifact } from '../../src/contract/schemas.ts';
import { FRAMEWORKS } from '../../src/install/frameworks.ts';
import { buildGenericArtifact, buildRouteArtifact } from '../../src/install/install-artifact.ts';
import { newFormId, type Route } from '../../src/forms/route.ts';
import { Links } from '../../src/platform/links.ts';
import { startService } from '../support/service.ts';
import { EVERY_TYPE, HOSTILE_FIELDS } from './rich-form.ts';

const HOUR = 'public, max-age=3600';

const runShell = async (command: string) =>
  (await promisify(execFile)('/bin/sh', ['-c', command], { timeout: 20_000 })).stdout;

describe('install artifacts', () => {
  for (const framework of FRAMEWORK_IDS)
    it(`${framework}: generic form code has the placeholder, a route's own code its endpoint`, async (test) => {
      const service = await startService(test);
      const route = (await service.create()).json;
      const generic = await service.request(`/v1/install?framework=${framework}`);
      const own = await service.request(
        `/v1/routes/${route.form_id}/install?framework=${framework}`,
      );
      const fill = (text: string) => text.replaceAll(ENDPOINT_PLACEHOLDER, route.endpoint);
      const { files, test_command: command } = generic.json as InstallArtifact;
      assert.equal(generic.json.framework, framework);
      assert.ok(files[0]?.content.includes(ENDPOINT_PLACEHOLDER));
      assert.ok(generic.json.notes[0].includes(ENDPOINT_PLACEHOLDER));
      assert.equal(generic.headers.get('cache-control'), HOUR);
      assert.deepEqual(own.json, {
        success: true,
        framework,
        files: files.map(({ path, content }) => ({ path, content: fill(content) })),
        notes: generic.json.notes.slice(1),
        test_command: fill(command),
        form_id: route.form_id,
        status: 'pending_verification',
        next_action: route.next_action,
      });
      assert.ok(!JSON.stringify(own.json).includes(ENDPOINT_PLACEHOLDER));
      assert.equal(own.headers.get('cache-control'), 'no-store');
      for (const { path } of files) assert.match(path, /^(?:[\w-]+\/)*[\w-]+\.[a-z]+$/);
    });

  it('form code names the versions that it is built and tested with', () => {
    const toolchain = join(import.meta.dirname, 'toolchain', 'package.json');
    const { devDependencies: built } = JSON.parse(readFileSync(toolchain, 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const packages: Record<Exclude<FrameworkId, 'html' | 'js'>, string> = {
      react: 'react',
      vue: 'vue',
      svelte: 'svelte',
      astro: 'astro',
      nextjs: 'next',
    };
    for (const [framework, name] of Object.entries(packages)) {
      const { audience } = FRAMEWORKS[framework as keyof typeof packages];
      const [, version] = /^[A-Z][A-Za-z.]+ ([\d.]+)(?: with [a-z ]+)?$/.exec(audience) ?? [];
      assert.ok(
        version && `${built[name]}.`.startsWith(`${version}.`),
        `${audience}, ${built[name]}`,
      );
    }
  });

  it('form code says that an active route needs nothing more', async (test) => {
    const service = await startService(test);
    const { form_id: formId } = await service.activeRoute();
    const { json } = await service.request(`/v1/routes/${formId}/install`);
    assert.equal(json.status, 'active');
    assert.deepEqual(json.next_action, { type: 'none' });
  });

  it('form code for an unknown framework lists the frameworks, and may not be cached', async (test) => {
    const { create, request } = await startService(test);
    const { form_id: formId } = (await create()).json;
    const queries = ['__proto__', 'constructor', 'toString', 'HTML', 'html%20', '', 'fortran', '0'];
    const wrong = [...queries.map((id) => `framework=${id}`), 'framework=html&framework=html'];
    for (const query of wrong) {
      for (const path of ['/v1/install', `/v1/routes/${formId}/install`]) {
        const { status, headers, json } = await request(`${path}?${query}`);
        assert.equal(status, 400, query);
        assert.equal(json.error, 'unknown_framework');
        for (const id of FRAMEWORK_IDS) assert.match(json.message, new RegExp(`\\b${id}\\b`));
        assert.equal(headers.get('cache-control'), 'no-store');
      }
    }
  });

  it('form code with raw=1 is the first file, and any other raw is refused', async (test) => {
    const { create, request } = await startService(test);
    const { form_id: formId } = (await create()).json;
    for (const path of ['/v1/install', `/v1/routes/${formId}/install`]) {
      for (const framework of FRAMEWORK_IDS) {
        const { json } = await request(`${path}?framework=${framework}`);
        const raw = await request(`${path}?framework=${framework}&raw=1`);
        assert.equal(raw.headers.get('content-type'), 'text/plain; charset=utf-8');
        assert.equal(raw.text, json.files[0].content);
      }
      for (const raw of ['', '0', '2', 'true', '01', '1%20', '1&raw=1']) {
        const { status, json } = await request(`${path}?raw=${raw}`);
        assert.deepEqual([status, json?.error], [400, 'unknown_framework'], raw);
        assert.match(json.message, /`raw=1`/);
      }
    }
  });
});

/** What every form has in any framework. */
const PARTS = {
  'a name': /name="name"[^>]*required/,
  'an email': /name="email"[^>]*required/,
  'a message': /<textarea[^>]*name="message"[^>]*required/,
  'a trap': /name="_gotcha"/,
  'a hidden box for its trap': /<div hidden style=[^>]*aria-hidden="true"/,
  'a label for each field': /(?:<label[^]*){4}/,
  'a button': /<button type="submit"/,
  'a status for what was answered': /role="status" tab[iI]ndex=/,
  'a key that makes trying again safe': /'Idempotency-Key': key/,
  'a class for its styles': /class(?:Name)?="contact-form"/,
  'styles for light and dark pages': /:where\(\.contact-form\) \{\s+--accent: light-dark\(/,
  'the sentence for a failed delivery': /could not be sent/,
};

describe('the form code', () => {
  for (const framework of FRAMEWORK_IDS) {
    const { files } = buildGenericArtifact({ framework });
    const code = files.map(({ content }) => content).join('\n');

    for (const [part, pattern] of Object.entries(PARTS))
      it(`the form code for ${framework} has ${part}`, () => assert.match(code, pattern));

    it(`the form code for ${framework} has its own test that builds it and uses it in a browser`, () => {
      const tests = ['heavy', 'test'].map((kind) =>
        join(import.meta.dirname, `${framework}.${kind}.ts`),
      );
      const path = tests.find((candidate) => existsSync(candidate));
      assert.ok(path, `test/install/${framework}.heavy.ts is missing`);
      assert.match(readFileSync(path, 'utf8'), new RegExp(`^describeForm\\('${framework}', `, 'm'));
    });
  }
});

describe('the test command', () => {
  it('the test command sends a marked submission when a shell runs it', async (test) => {
    const service = await startService(test);
    const { form_id: formId } = await service.activeRoute();
    const { json } = await service.request(`/v1/routes/${formId}/install`);
    const answer = JSON.parse(await runShell(json.test_command));
    assert.deepEqual(
      [answer.success, answer.test, answer.echo, answer.delivery],
      [true, true, null, { email: 'delivered' }],
    );
    assert.equal(service.sink.mails.length, 1);
    assert.match(service.sink.mails[0]?.email.subject ?? '', /^\[Test\] /);
    assert.match(service.sink.mails[0]?.email.text ?? '', /Hello from the command line/);
  });

  it('the test command fills in what the form requires, whatever its names and options', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const hostile = HOSTILE_FIELDS.filter(({ pattern }) => !pattern);
    const fields = [...EVERY_TYPE, ...hostile].map((field) =>
      field.type === 'hidden' ? field : { ...field, required: true },
    );
    for (const [at, field] of fields.entries()) {
      if (field.name === 'phone') fields[at] = { ...field, placeholder: '+44 20 7946 0000' };
    }
    assert.equal((await service.putSettings(route, { fields })).status, 200);
    const { json } = await service.request(`/v1/routes/${route.form_id}/install`);
    const answer = JSON.parse(await runShell(json.test_command));
    assert.deepEqual([answer.errors, answer.test], [undefined, true]);
    assert.equal(service.sink.mails.length, 1);
  });

  it('the notes say what a form with these settings needs to know', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const group = { name: 'days', type: 'checkbox', required: true, options: ['Mon', 'Tue'] };
    await service.putSettings(route, { fields: [group], challenge: 'always' });
    const { json } = await service.request(`/v1/routes/${route.form_id}/install`);
    const notes: string = json.notes.join('\n');
    assert.match(notes, /HTML cannot require one of a group of checkboxes/);
    assert.match(notes, /answered with 428/);
    const answer = JSON.parse(await runShell(json.test_command));
    assert.equal(answer.error, 'challenge_required');
    const generic = (await service.request('/v1/install')).json.notes.join('\n');
    assert.doesNotMatch(generic, /group of checkboxes|428/);
  });

  it('the test command of generic code works once its placeholder is replaced', async (test) => {
    const service = await startService(test);
    const { endpoint } = await service.activeRoute();
    const { json } = await service.request('/v1/install?framework=svelte');
    const command = json.test_command.replace(ENDPOINT_PLACEHOLDER, endpoint);
    assert.equal(JSON.parse(await runShell(command)).test, true);
    assert.equal(service.sink.mails.length, 1);
  });

  it('the test command shows what a pending form answers', async (test) => {
    const service = await startService(test);
    const { form_id: formId } = (await service.create()).json;
    const { json } = await service.request(`/v1/routes/${formId}/install`);
    assert.equal(JSON.parse(await runShell(json.test_command)).error, 'inbox_not_verified');
  });

  it('the test command stays one argument under a base URL full of quotes', async () => {
    const links = new Links(() => 'https://forms.example.com/it\'s"$(date)`<b>{x}');
    const route = { formId: newFormId(), status: 'active', settings: {}, language: 'en' } as Route;
    for (const framework of FRAMEWORK_IDS) {
      const { files, test_command: command } = buildRouteArtifact(
        { framework },
        route,
        links,
        5_242_880,
      );
      const shown = await runShell(`curl() { printf %s "$2"; }; ${command}`);
      assert.match(shown, /^https:\/\/forms\.example\.com\/it%27s%22\$\(date\)[^\s'"`<>{}]*$/);
      assert.ok(shown.endsWith(`/f/${route.formId}`));
      assert.ok(files[0]?.content.includes(shown));
    }
  });
});
