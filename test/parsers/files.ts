import { LIMITS } from '../../src/contract/limits.ts';
import { acceptFiles } from '../../src/submissions/files/accept-files.ts';
import { WIRE_FACTOR } from '../../src/submissions/posted/field-collector.ts';
import { FormUpload } from '../../src/submissions/posted/form-upload.ts';
import { hostileFiles } from '../support/hostile-files.ts';
import { zipOf } from '../support/zip-file.ts';
import { repeat, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const MULTIPART = 'multipart/form-data; boundary=b';

const fileOf = (name: string, bytes: Buffer) => ({
  field: 'file',
  name,
  type: '',
  chunks: [bytes],
  size: bytes.length,
  sha256: '',
});

const partOf = (headers: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="f"${headers}\r\n\r\n${content}\r\n`;

/** Uploads whose parts, headers, names or delimiters reach the limits in number or length. */
function* uploads(size: number): Generator<Hostile<string>> {
  const file = '; filename="a.txt"';
  yield ['a file of delimiters', `${partOf(file, '\r\n--'.repeat(size / 4))}--b--`];
  yield ['many files', `${partOf(file, 'x').repeat(size / 80)}--b--`];
  yield ['many empty files', `${partOf('; filename=""', '').repeat(size / 70)}--b--`];
  yield ['delimiters', '--b\r\n'.repeat(size / 5)];
  yield ['headers', `--b\r\n${'a: b\r\n'.repeat(size / 6)}`];
  for (const [name, text] of texts(LIMITS.partHeaderBytes - 100)) {
    yield [`a name: ${name}`, `${partOf(`; filename="${text}"`, 'x')}--b--`];
  }
  yield ['a file name of blanks', `${partOf(`;${' '.repeat(4_000)}filename=a`, 'x')}--b--`];
  yield ['text beside', `${partOf('', repeat('a', size))}--b--`];
}

const BOUNDED_BY = 'readUpload, by MAX_FILE_BYTES and MAX_SUBMISSION_BYTES';

export const FILE_PARSERS = [
  parser({
    name: 'the bytes of a file',
    files: ['blocked-files', 'file-type', 'read-zip', 'zip-archive'].map(
      (name) => `src/submissions/files/${name}.ts`,
    ),
    most: 1_048_576,
    boundedBy: BOUNDED_BY,
    // Names are read in turns, up to the budget of an upload.
    cost: 800,
    *inputs(size) {
      yield ['a genuine zip', zipOf([{ name: 'a.txt', content: 'hello' }])];
      yield* hostileFiles(size);
    },
    read: (bytes) => acceptFiles([fileOf('a.txt', bytes)], undefined),
  }),
  parser({
    name: 'the name of a file',
    files: ['src/submissions/files/blocked-files.ts', 'src/submissions/files/clean-file-name.ts'],
    most: LIMITS.partHeaderBytes,
    inputs: (size) => texts(size, '', '.txt'),
    read: (name) => acceptFiles([fileOf(name, Buffer.from('x'))], undefined),
  }),
  parser({
    name: 'a form with files',
    files: ['src/submissions/posted/form-upload.ts'],
    most: LIMITS.submissionBytes * WIRE_FACTOR,
    boundedBy: BOUNDED_BY,
    inputs: uploads,
    async read(body) {
      const limits = { textBytes: LIMITS.submissionBytes, fileBytes: 1_048_576, files: 20 };
      const octets = Buffer.from(body);
      const upload = new FormUpload(MULTIPART, limits, () => undefined);
      // As small as chunks may be on the whole.
      for (let at = 0; at < octets.length; at += 16) upload.write(octets.subarray(at, at + 16));
      return upload.end();
    },
  }),
];
