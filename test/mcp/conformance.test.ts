import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { listOf } from '../support/list-of.ts';

// The official conformance runner, released and draft. A scenario outside both lists fails, so that
// new versions get a review.

const RUNNERS = {
  released: import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'),
  draft: import.meta.resolve('mcp-conformance-draft/dist/index.js'),
};

/** Milliseconds for one run of the runner; it takes about two seconds. */
const DEADLINE = 60_000;

const RUNS = [
  { name: 'released, all revisions it knows', runner: RUNNERS.released, flags: ['--suite', 'all'] },
  {
    name: 'draft, 2025-11-25',
    runner: RUNNERS.draft,
    flags: ['--suite', 'all', '--spec-version', '2025-11-25'],
  },
  {
    name: 'draft, 2026-07-28 with all its requirements',
    runner: RUNNERS.draft,
    flags: ['--requirements', '2026-07-28'],
  },
];

/** Scenarios for every server, and those for servers with tools. */
const APPLIES = new Set(
  listOf(`
  server-initialize server-session-lifecycle server-stateless ping tools-list server-sse-polling
  server-sse-multiple-streams sep-2164-resource-not-found dns-rebinding-protection caching
  http-header-validation input-required-result-unsupported-methods
`),
);

/** Why a scenario does not apply to this server. */
const DOES_NOT_APPLY: [pattern: RegExp, reason: string][] = [
  [/^tools-call-/, 'calls a fixture tool of the runner (test_…)'],
  [/^json-schema-2020-12$/, 'looks for a fixture tool of the runner'],
  [/^(resources|prompts)-/, 'the server has tools alone, and declares nothing else'],
  [/^completion-complete$/, 'the server declares no completions'],
  [/^logging-set-level$/, 'the server declares no logging'],
  [/^elicitation-/, 'calls a fixture tool; no tool asks the client anything'],
  [/^input-required-result-/, 'calls a fixture tool; no tool asks the client anything'],
  [/^tasks-/, 'an extension; every tool answers at once'],
  [/^http-custom-header-server-validation$/, 'no tool maps a parameter to a header'],
];

/** Checks inside scenarios that apply, which need a fixture or a capability we do not declare. */
const FIXTURE_CHECKS = new Set(
  listOf(`
  sep-2575-server-rejects-undeclared-capability sep-2575-missing-capability-http-400
  sep-2575-http-server-no-independent-requests-on-stream sep-2575-server-no-log-without-loglevel
  sep-2549-prompts-list-caching-hints sep-2549-resources-list-caching-hints
  sep-2549-resources-templates-list-caching-hints
`),
);

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** Runs the runner against a fresh service; the checks of each scenario. */
async function runScenarios(
  test: TestContext,
  runner: string,
  flags: readonly string[],
): Promise<Map<string, Check[]>> {
  const service = await startService(test);
  const folder = newTempFolder('mcp', test);
  const url = `${service.url}/mcp`;
  const args = [fileURLToPath(runner), 'server', '--url', url, '-o', folder, ...flags];
  // Its exit code counts what does not apply too; the checks it writes are what is judged.
  await new Promise<void>((resolve) => {
    execFile(process.execPath, args, { timeout: DEADLINE }, () => resolve());
  });
  assert.doesNotMatch(service.logText(), /request_failed/);
  return new Map(
    readdirSync(folder).map((name) => {
      const [, scenario = name] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name) ?? [];
      const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
      return [scenario, checks as Check[]];
    }),
  );
}

for (const { name, runner, flags } of RUNS)
  it(`the MCP conformance runner passes what applies: ${name}`, async (test) => {
    const scenarios = await runScenarios(test, runner, flags);
    let judged = 0;
    for (const [scenario, checks] of scenarios) {
      if (!APPLIES.has(scenario)) {
        const known = DOES_NOT_APPLY.some(([pattern]) => pattern.test(scenario));
        assert.ok(known, `${scenario} is new: does it apply?`);
        continue;
      }
      judged += 1;
      const failures = checks.filter(
        ({ id, status }) => status === 'FAILURE' && !FIXTURE_CHECKS.has(id),
      );
      assert.deepEqual(failures, [], scenario);
    }
    assert.ok(judged >= 6, `only ${judged} of ${scenarios.size} scenarios were judged`);
  });
