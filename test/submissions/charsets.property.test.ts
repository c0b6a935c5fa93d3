import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { charactersIn, CHARSETS, encodeIn } from '../support/charsets.ts';
import { startService } from '../support/service.ts';

const MULTIPART = 'multipart/form-data; boundary=b';

const join = (...pieces: (string | Buffer)[]) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece)));

const part = (headers: string, value: string | Buffer) =>
  join(`--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`, value, '\r\n');

/** How one message is sent: its type, and its octets. */
type Way = (charset: string, message: string) => [type: string, body: Buffer];

const WAYS: Record<string, Way> = {
  'a page that names its charset in _charset_': (charset, message) => [
    'application/x-www-form-urlencoded',
    join(
      'message=',
      encodeIn(charset, message).toString('hex').replaceAll(/../g, '%$&'),
      `&_charset_=${charset}`,
    ),
  ],
  'a multipart page with _charset_': (charset, message) => [
    MULTIPART,
    join(
      part('name="message"', encodeIn(charset, message)),
      part('name="_charset_"', charset),
      '--b--',
    ),
  ],
  'a part with a charset': (charset, message) => [
    MULTIPART,
    join(
      part(
        `name="message"\r\nContent-Type: text/plain; charset=${charset}`,
        encodeIn(charset, message),
      ),
      '--b--',
    ),
  ],
  'JSON with a charset': (charset, message) => [
    `application/json; charset=${charset}`,
    encodeIn(charset, JSON.stringify({ message })),
  ],
};

/** Letters of a script with blanks between, as people type them. */
const typed = (charset: string, script: RegExp) => {
  const letters = Array.from(charactersIn(charset).keys()).filter(
    (one) => script.test(one) && /^\p{L}$/u.test(one),
  );
  const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
  return fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
};

it('what was typed is what the mail says, in every script, type and way to name its charset', async (test) => {
  const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '0/0', MONTHLY_LIMIT: '0' });
  const { form_id } = await service.activeRoute();
  const ways = Object.entries(WAYS);
  for (const [charset, script] of [...Object.entries(CHARSETS), ['utf-8', /./u] as const]) {
    const text = typed(charset === 'utf-8' ? 'gb18030' : charset, script);
    const sent = fc.tuple(text, fc.constantFrom(...ways));
    await fc.assert(
      fc.asyncProperty(sent, async ([message, [name, way]]) => {
        const [type, body] = way(charset, message);
        const headers = { 'content-type': type };
        const answer = await service.request(`/f/${form_id}`, {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
        });
        assert.equal(answer.status, 200, `${name} in ${charset}`);
        const { text: mailed = '' } = service.sink.mails.at(-1)?.email ?? {};
        const quoted = /^\| [Mm]essage:\n((?:\| {3}.*\n)+)/m.exec(mailed)?.[1] ?? '';
        assert.equal(quoted.trimEnd().replaceAll(/^\| {3}/gm, ''), message);
      }),
      { numRuns: 6 },
    );
  }
});
