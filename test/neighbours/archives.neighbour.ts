import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { contentOf } from '../../src/submissions/files/file-content.ts';
import { newZipBudget, typeOfZip } from '../../src/submissions/files/zip-archive.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { unlessInstalled } from './programs.ts';

/** Archives by Python: seekable or streamed, with 64-bit sizes, in each method, appended to. */
const PYTHON = `
import io, sys, zipfile
folder = sys.argv[1]
class Stream(io.RawIOBase):
    def __init__(self): self.all = b''
    def writable(self): return True
    def write(self, part): self.all += bytes(part); return len(part)
def keep(name, content):
    with open(folder + '/' + name, 'wb') as file: file.write(content)
def pack(target, method, wide=False, names=('a.txt', 'folder/\\u00e4.txt')):
    with zipfile.ZipFile(target, 'w', method) as archive:
        for name in names:
            with archive.open(name, 'w', force_zip64=wide) as file: file.write(b'hello ' * 100)
    return target.all if isinstance(target, Stream) else target.getvalue()
for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
    for wide in (False, True):
        keep(f'fine-{method}-{wide}.zip', pack(io.BytesIO(), method, wide))
        keep(f'fine-{method}-{wide}-stream.zip', pack(Stream(), method, wide))
added = io.BytesIO(pack(io.BytesIO(), zipfile.ZIP_DEFLATED))
with zipfile.ZipFile(added, 'a') as archive:
    archive.writestr('more.txt', 'x')
    archive.comment = b'a comment'
keep('fine-added.zip', added.getvalue())
keep('refused.zip', pack(io.BytesIO(), zipfile.ZIP_DEFLATED, names=('a.txt', 'folder/a.exe')))
`;

/** As other programs write them. */
function packWithOthers(folder: string): void {
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder });
  writeFileSync(join(folder, 'text'), 'hello '.repeat(500));
  run('zip', '-q', 'fine-zip.zip', 'text');
  run('zip', '-q', '-fz', 'fine-zip-64.zip', 'text');
  execFileSync('zip', ['-q', 'fine-zip-input.zip', '-'], { cwd: folder, input: 'hello' });
  run('zip', '-q', '-P', 'secret', 'fine-zip-password.zip', 'text');
  writeFileSync(join(folder, 'fine-zip-output.zip'), run('zip', '-q', '-', 'text'));
  run('zip', '-q', '-P', 'secret', 'refused-zip-password.zip', 'fine-zip.zip');
}

describe('zip archives of other programs', { skip: unlessInstalled('python3', 'zip') }, () => {
  it('archives that Python and Info-ZIP write are taken, and refused with a program in them', async () => {
    const folder = newTempFolder('archives');
    packWithOthers(folder);
    execFileSync('python3', ['-c', PYTHON, folder]);
    const names = readdirSync(folder).filter((name) => /^(?:fine|refused)-?/.test(name));
    assert.equal(names.length, 24);
    for (const name of names) {
      const bytes = readFileSync(join(folder, name));
      const start = bytes.toString('latin1', 0, 4_096);
      const type = await typeOfZip(contentOf(bytes), start, newZipBudget());
      assert.equal(type, name.startsWith('fine') ? 'application/zip' : undefined, name);
    }
  });
});
