import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pingClamd } from '../../src/delivery/clamd/clamd.ts';
import { createHash } from 'node:crypto';
import { EICAR } from '../support/clamd.ts';
import { itHeedsClamav } from '../support/describe-clamav.ts';
import { reservePort } from '../support/own-port.ts';
import { giveToNobody, newProgramFolder, runProgram, unlessInstalled } from './programs.ts';

describe("Debian's ClamAV", { skip: unlessInstalled('clamd') }, async () => {
  const folder = newProgramFolder('clamav');
  const port = await reservePort();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    giveToNobody(join(folder, name));
  };
  // The one signature that is needed: nothing is downloaded.
  const digest = createHash('sha256').update(EICAR).digest('hex');
  file('eicar.hsb', `${digest}:${EICAR.length}:Eicar-Test-Signature:73\n`);
  file(
    'clamd.conf',
    [
      'Foreground yes',
      `DatabaseDirectory ${folder}`,
      `TemporaryDirectory ${folder}`,
      'TCPAddr 127.0.0.1',
      `TCPSocket ${port}`,
      'StreamMaxLength 6M',
      '',
    ].join('\n'),
  );
  giveToNobody(folder);
  const url = `tcp://127.0.0.1:${port}`;
  await runProgram(
    { after },
    {
      name: 'clamd',
      args: [`--config-file=${join(folder, 'clamd.conf')}`],
      folder,
      asNobody: true,
      patience: 60_000,
      serves: () =>
        pingClamd(url).then(
          () => true,
          () => false,
        ),
    },
  );

  itHeedsClamav(() => url);
});
