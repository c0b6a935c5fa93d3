import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { parseSettings, type SettingsPlace } from './parse-settings.ts';
import { WIDEST_LIMITS } from './setting-rules.ts';
import type { Fault } from './schema-faults.ts';
import { listOf } from '../../../test/support/list-of.ts';

const PLACE: SettingsPlace = { path: '', limits: WIDEST_LIMITS };
const LOCAL: SettingsPlace = { path: '', limits: { ...WIDEST_LIMITS, ownHost: 'localhost' } };

function faultsOf(given: unknown, place = PLACE): readonly Fault[] {
  try {
    parseSettings(given, place);
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'settings_invalid', String(error));
    return (error.details as { errors: readonly Fault[] }).errors;
  }
  return [];
}

const pathsOf = (given: unknown, place = PLACE) => faultsOf(given, place).map(({ path }) => path);

const WEBSITE = { name: 'Example', url: 'https://example.com' };

describe('the settings of a form', () => {
  it('settings are stored in the order of the table, as they were sent', () => {
    const sent = {
      paused: false,
      origins: ['https://example.com', 'https://*.example.com', 'http://localhost:3000'],
      website: WEBSITE,
      success_message: 'Danke!\nWir antworten bald. שלום',
      redirect: 'https://example.com/thanks',
      sender_name: '{name} via {form}',
      subject: '{name} · {form}',
      language: 'de',
    };
    const settings = parseSettings(sent, PLACE);
    assert.deepEqual(settings, sent);
    assert.deepEqual(Object.keys(settings), Object.keys(sent).toReversed());
    assert.deepEqual(parseSettings({}, PLACE), {});
  });

  it('settings whose members come in another order give an equal text', () => {
    const { name, url } = WEBSITE;
    const one = parseSettings({ website: { name, url }, subject: '{name}' }, PLACE);
    const other = parseSettings({ subject: '{name}', website: { url, name } }, PLACE);
    assert.equal(JSON.stringify(one), JSON.stringify(other));
  });

  const FAULTY: [why: string, given: unknown, paths: string[]][] = [
    ['are a list', [], ['']],
    ['are null', null, ['']],
    ['have an unknown member', { colour: 'red', 'a/b~c': 1 }, ['/colour', '/a~1b~0c']],
    ['have null', { subject: null, website: null }, ['/subject', '/website']],
    [
      'have values of other types',
      { paused: 'yes', subject: 1, origins: 'https://a.com' },
      ['/paused', '/subject', '/origins'],
    ],
    ['have an unknown language', { language: 'tlh' }, ['/language']],
    ['have an empty text', { subject: '', success_message: ' ' }, ['/subject', '/success_message']],
    ['have a long text', { subject: 'ä'.repeat(LIMITS.templateCodePoints + 1) }, ['/subject']],
    ['have a line break in a subject', { subject: 'a\r\nBcc: x@example.com' }, ['/subject']],
    [
      'have a direction sign',
      { sender_name: '\u202eevil', success_message: 'a\u2066b' },
      ['/sender_name', '/success_message'],
    ],
    ['have half a character', { subject: '\ud800' }, ['/subject']],
    ['have a redirect to elsewhere than https', { redirect: 'javascript:alert(1)' }, ['/redirect']],
    ['have a redirect without a host', { redirect: '/thanks' }, ['/redirect']],
    ['have a local redirect', { redirect: 'http://localhost:3000/thanks' }, ['/redirect']],
    ['have half a website', { website: { name: 'Example' } }, ['/website/url']],
    ['have more of a website', { website: { ...WEBSITE, logo: 'x' } }, ['/website/logo']],
    [
      'have a website elsewhere',
      { website: { name: 'x', url: 'data:text/html,x' } },
      ['/website/url'],
    ],
    ...['Pay at https://evil.example', 'www。evil.example', 'a\u2800b', '\u200b', '\u202eknab'].map(
      (name): (typeof FAULTY)[number] => [
        `have a website called ${JSON.stringify(name)}`,
        { website: { ...WEBSITE, name } },
        ['/website/name'],
      ],
    ),
    [
      'have faulty origins',
      { origins: ['https://a.com/x', 'https://b.com', 7] },
      ['/origins/0', '/origins/2'],
    ],
    [
      'have an origin with a path',
      { origins: ['https://b.com', 'https://a.com/x'] },
      ['/origins/1'],
    ],
    [
      'have too many origins',
      { origins: Array(LIMITS.origins + 1).fill('https://a.com') },
      ['/origins'],
    ],
  ];
  for (const [why, given, paths] of FAULTY)
    it(`settings that ${why} are refused, each fault at its place`, () =>
      assert.deepEqual(pathsOf(given).toSorted(), paths.toSorted()));

  it('settings with an own member __proto__ are refused and change no prototype', () => {
    const given = JSON.parse('{"__proto__": {"paused": true}, "website": {"__proto__": 1}}');
    assert.deepEqual(
      pathsOf(given),
      listOf(`
      /__proto__ /website/__proto__ /website/name /website/url
    `),
    );
    assert.equal(({} as { paused?: boolean }).paused, undefined);
  });

  it('a URL of the settings is stored as a URI, and unchanged if it is one', () => {
    const url = 'https://bücher.example/"<ü>';
    const uri = 'https://xn--bcher-kva.example/%22%3C%C3%BC%3E';
    const sent = { redirect: url, website: { name: 'Example', url } };
    assert.deepEqual(parseSettings(sent, PLACE), {
      redirect: uri,
      website: { name: 'Example', url: uri },
    });
  });

  it('settings of a creation are pointed at below /settings', () =>
    assert.deepEqual(pathsOf({ paused: 1 }, { ...PLACE, path: '/settings' }), [
      '/settings/paused',
    ]));

  it('settings with many faults get a list of bounded length', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, 1]));
    assert.equal(faultsOf(many).length, LIMITS.settingsFaults);
  });

  it('settings larger than the limit are refused as a whole', () => {
    const url = `https://example.com/${'世'.repeat(2_000)}`;
    const origin = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com`;
    const large = { redirect: url, website: { name: '世'.repeat(100), url } };
    assert.deepEqual(pathsOf(large), []);
    assert.deepEqual(pathsOf({ ...large, origins: Array<string>(20).fill(origin) }), ['']);
  });

  it('no fault of settings repeats what was sent', () => {
    const given = {
      subject: 'Sentinel\u0000',
      redirect: 'Sentinel',
      origins: ['Sentinel'],
      language: 'Sentinel',
    };
    for (const { message } of faultsOf(given)) assert.doesNotMatch(message, /Sentinel/);
  });

  it('settings may have a local redirect if the service is local or the origins list it', () => {
    const redirect = 'http://localhost:3000/thanks';
    assert.deepEqual(pathsOf({ redirect }, LOCAL), []);
    assert.deepEqual(pathsOf({ redirect, origins: ['http://localhost:3000'] }), []);
    assert.deepEqual(pathsOf({ redirect, origins: ['http://localhost:3001'] }), ['/redirect']);
    assert.deepEqual(pathsOf({ redirect: 'http://10.0.0.1/' }, LOCAL), ['/redirect']);
  });

  it('members that a text has twice are found at every depth, whatever their values look like', () => {
    const text = `{"settings": {"subject": "{\\"subject\\":[", "website": {"name": "a", "na\\u006de": "b"},
      "origins": [{"x": 1, "x": 2}], "subject": "c"}, "alias": "a", "alias": "b"}`;
    assert.deepEqual(pathsOf({}, { ...PLACE, path: '/settings', text }), [
      '/settings/website/name',
      '/settings/origins/0/x',
      '/settings/subject',
    ]);
    const once = '{"a": 1, "b": {"a": 1}, "c": ["a", "a"]}';
    assert.deepEqual(pathsOf({}, { ...PLACE, text: once }), []);
  });
});
