import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Agent, fetch } from 'undici';
import { parseWebhookUrl } from './webhook.ts';
import { listOf } from '../../../test/support/list-of.ts';

const OWN = 'forms.letterslot.com';

const ACCEPTED: [raw: string, url: string][] = [
  ['https://hooks.example.com/x', 'https://hooks.example.com/x'],
  ['https://Hooks.Example.COM', 'https://hooks.example.com/'],
  ['https://example.com:8443/a?b=c%20d', 'https://example.com:8443/a?b=c%20d'],
  ['https://xn--bcher-kva.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['https://Bücher.example.com:8443/x', 'https://xn--bcher-kva.example.com:8443/x'],
  ['https://straße.de/', 'https://xn--strae-oqa.de/'],
  ['https://例え.みんな/フック', 'https://xn--r8jz45g.xn--q9jyb4c/%E3%83%95%E3%83%83%E3%82%AF'],
  ['https://xn--r8jz45g.xn--q9jyb4c/', 'https://xn--r8jz45g.xn--q9jyb4c/'],
  ['https://7f000001.nip.io/h', 'https://7f000001.nip.io/h'],
  ['https://ada.github.io/h', 'https://ada.github.io/h'],
  ['https://svc-1.us-central1.run.app/h', 'https://svc-1.us-central1.run.app/h'],
  ['https://example.co.uk/', 'https://example.co.uk/'],
];

const REFUSED = [
  ...listOf(`
    http://example.com/ ftp://example.com/ //example.com/ https:example.com https:///example.com/
    https://user:pass@example.com/ https://@example.com/ https://example.com/#fragment
    https://example.com./ https://example..com/ https://.example.com/ https://-a.example.com/
    https://ex_ample.com/ https://example.com:99999/ https://example.com:0/
    https://example.com:22/ https://example.com:00025/ https://example.com:6667/x
    https://localhost/ https://intranet/ https://nas.local/ https://metadata.google.internal/
    https://vault.service.consul/ https://api.default.svc/ https://x.home.arpa/ https://x.onion/
    https://x.example/ https://kubernetes.default/ https://kubernetes.default.svc.cluster.local/
    https://a.mail/ https://foo.notatld/ https://nas.lan/ https://co.uk/ https://github.io/
    https://us-central1.run.app/ https://a.ck/ https://みんな/ https://例え.無い/ https://127.0.0.1/
    https://127.1/ https://0x7f.1/ https://2130706433/ https://017700000001/ https://1.2.3.4.5/
    https://a.b.1/ https://①②⑦.⓪.⓪.①/ https://127。0。0。1/ https://１２７.０.０.１/ https://ｅｘａｍｐｌｅ.com/
    https://\u{212a}ubernetes.com/ https://example.com\u{3002}/ https://bu\u{308}cher.example.com/
    https://%6c%6fcalhost.com/ https://[::1]/ https://xn--a.com/ https://a.xn--example-.com/
    https://[::ffff:8.8.8.8]/
  `),
  '',
  'https://example.com\\@evil.com/',
  ' https://example.com/',
  'https://exa\tmple.com/',
  'https://example.com/\r\nX: y',
  'https://example.com/\0',
  `https://${OWN}/f/x`,
  `https://${'a'.repeat(64)}.com/`,
  `https://${'a.'.repeat(130)}com/`,
  `https://example.com/${'a'.repeat(2_048)}`,
];

for (const [raw, url] of ACCEPTED)
  it(`a webhook URL may be ${raw}`, () => assert.equal(parseWebhookUrl(raw, OWN), url));
for (const raw of REFUSED)
  it(`a webhook URL is not ${JSON.stringify(raw.slice(0, 60))}`, () =>
    assert.equal(parseWebhookUrl(raw, OWN), undefined));

it('webhook URLs may have every port except those that fetch refuses', async () => {
  const connect: Agent.Options['connect'] = (_target, callback) =>
    callback(new Error('connected'), null);
  const dispatcher = new Agent({ connect });
  const reasonFor = (url: string) =>
    fetch(url, { dispatcher }).then(
      () => 'answered',
      (error: Error) => (error.cause as Error).message,
    );
  for (let port = 1; port <= 11_000; port += 1) {
    const url = `https://example.com:${port}/`;
    const refused = (await reasonFor(url)) === 'bad port';
    assert.equal(parseWebhookUrl(url, OWN) === undefined, refused, url);
  }
});
