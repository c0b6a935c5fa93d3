import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { SETTINGS } from '../../src/platform/settings/settings-table.ts';
import { deployPath } from './deploy-files.ts';
import { composed } from './deployments.ts';
import { instructionOf } from './dockerfile.ts';
import { isPath, readSecret } from './facts.ts';

const page = readFileSync(deployPath('../docs/deploying.md'), 'utf8');
const [, section = ''] = /^## Platforms\n([^]*?)^## /m.exec(page) ?? [];
const code = Array.from(section.matchAll(/`([^`]+)`/g), ([, text = '']) => text);

/** What the first table tells every platform, by its first column. */
const rowOf = (name: string) =>
  new RegExp(`^\\| ${name}[^|]*\\| (.*) \\|$`, 'm').exec(section)?.[1];

it('the table for platforms has the port, paths and time of the image and the service', () => {
  assert.equal(rowOf('port'), instructionOf('EXPOSE'));
  for (const path of ['/health', '/ready']) {
    assert.ok(rowOf('health path')?.includes(`\`${path}\``) && isPath(path), path);
  }
  assert.ok(Number(/^\d+/.exec(rowOf('time to stop') ?? '')?.[0]) > STOP_DEADLINE / 1_000);
  const [, folder = ''] = /data:(\S+)/.exec(composed.volumes?.join(' ') ?? '') ?? [];
  assert.ok(rowOf('SQLite')?.includes(`\`${folder}\``), folder);
});

it('the table for platforms names only settings that exist, with values that they take', () => {
  const names = code.flatMap((text) => /^([A-Z][A-Z_]+)(?==|$)/.exec(text)?.[1] ?? []);
  // Railway's own.
  const others = names.filter((name) => !Object.hasOwn(SETTINGS, name));
  assert.deepEqual(others, ['RAILWAY_RUN_UID']);
  const trusted = code.flatMap((text) => /^TRUSTED_PROXIES=(\S+)$/.exec(text)?.[1] ?? []);
  assert.equal(trusted.length, 5);
  for (const TRUSTED_PROXIES of trusted) {
    const env = {
      PUBLIC_URL: 'https://forms.example.com',
      SMTP_HOST: 'smtp.example.com',
      SMTP_PORT: code.find((text) => text.startsWith('SMTP_PORT='))?.slice('SMTP_PORT='.length),
      MAIL_FROM: 'forms@example.com',
      NODE_ENV: 'production',
      TRUSTED_PROXIES,
    };
    const { SMTP_URL, DATABASE_URL } = readSettings(env, readSecret);
    assert.deepEqual([SMTP_URL?.port, DATABASE_URL.engine], [2525, 'sqlite']);
  }
});
