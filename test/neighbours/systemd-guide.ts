// Runs in a machine apart: systemd.neighbour.ts starts it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shellBlocksOf } from '../guides/blocks.ts';
import { bootSystemd } from './booted-systemd.ts';

const BLOCKS = shellBlocksOf('docs/deploying.md').filter(({ text }) => text.includes('systemctl'));

/** There is no network: the repository is that of this checkout, and so are its packages. */
const WITHOUT_NETWORK = `
git config --system url.file:///checkout.insteadOf https://github.com/letterslot/letterslot
git config --system safe.directory '*'
cat > /usr/local/bin/npm <<'END'
#!/bin/sh
[ "$*" = 'ci --omit=dev' ] && exec ln -s /checkout/node_modules node_modules
END
chmod 755 /usr/local/bin/npm
`;

it('docs/deploying.md: the commands for systemd lead to a unit that runs, and to a copy of its data', async (test) => {
  const run = await bootSystemd(test, '/checkout');
  const shell = async (script: string) => (await run('sh', '-euc', script)).stdout;
  await shell(WITHOUT_NETWORK);
  assert.equal(BLOCKS.length, 2);
  // In one shell: the second block is in the folder of the first.
  const printed = await shell(BLOCKS.map(({ text }) => text).join('\n'));
  assert.match(printed, /^letterslot-\S+\.db$/m);
  const state = await shell('systemctl show letterslot -p ActiveState,UnitFileState');
  assert.equal(state, 'ActiveState=active\nUnitFileState=enabled\n');
  const modes = await shell('cd /etc/letterslot && stat --format="%n %a" . * secrets/*');
  assert.equal(modes, '. 700\nletterslot.env 600\nsecrets 700\nsecrets/smtp_password 600\n');
  assert.match(await shell('letterslot --version'), /^\d+\.\d+\.\d+/);
  assert.equal(await shell('systemctl is-active letterslot-backup.timer'), 'active\n');
});
