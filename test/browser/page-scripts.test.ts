import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bundlePages } from '../../src/web/apps/bundler/bundle.ts';

it('the script of /inbox has the members of targets, and nothing that composes or sends messages', async () => {
  const { apps } = await bundlePages();
  const script = Buffer.from(apps.inbox.script.identity, 'base64').toString();
  assert.ok(script.includes('api.telegram.org'));
  const ofMessages = ['unfurl_links', 'allowed_mentions', 'AdaptiveCard', 'sendMessage', 'topic:'];
  for (const word of [...ofMessages, 'submission.received', 'TextEncoder']) {
    assert.ok(!script.includes(word), word);
  }
});
