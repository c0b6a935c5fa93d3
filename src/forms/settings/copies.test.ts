import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../contract/service-error.ts';
import { TO_INBOX } from '../targets/channels.ts';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import { parseSettings } from './parse-settings.ts';
import { WIDEST_LIMITS } from './setting-rules.ts';

const address = parseEmailAddress('Owner@example.com');
assert.ok(address);
const FORM = { address, targets: [TO_INBOX] as const };

const read = (settings: unknown, limits = WIDEST_LIMITS) =>
  parseSettings(settings, { path: '', limits, form: FORM });

function faultsOf(settings: unknown, limits = WIDEST_LIMITS): string[] {
  try {
    read(settings, limits);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    const { errors = [] } = error.toEnvelope();
    return errors.map(({ path = '' }) => path);
  }
  return [];
}

describe('the setting copies', () => {
  it('addresses are stored as every address is: trimmed, with a domain in lower-case A-labels', () => {
    const { copies } = read({ copies: [' Ann@EXAMPLE.com', 'jo@bücher.example'] });
    assert.deepEqual(copies, ['Ann@example.com', 'jo@xn--bcher-kva.example']);
  });

  const FAULTY: [copies: unknown, ...paths: string[]][] = [
    [['ann'], '/copies/0'],
    [['Ann <ann@example.com>'], '/copies/0'],
    [['a@example.com, b@example.com'], '/copies/0'],
    [['a@example.com\r\nBcc: b@example.com'], '/copies/0'],
    [[1, 'ann'], '/copies/0', '/copies/1'],
    [['ann@example.com', 'jo@example.com', 'ANN@example.com'], '/copies/2'],
    [['owner@EXAMPLE.com'], '/copies/0'],
    [Array.from({ length: 6 }, (_, at) => `a${at}@example.com`), '/copies'],
  ];
  for (const [copies, ...paths] of FAULTY)
    it(`is refused: ${JSON.stringify(copies)}`, () =>
      assert.deepEqual(faultsOf({ copies }), paths));

  it('other spellings that may be the same mailbox are allowed: only their owner knows', () =>
    assert.deepEqual(faultsOf({ copies: ['owner+copy@example.com', 'o.wner@example.com'] }), []));

  it('there are no copies if a mail provider confirms inboxes', () => {
    const provided = { ...WIDEST_LIMITS, asksInboxes: false };
    assert.deepEqual(faultsOf({ copies: ['ann@example.com'] }, provided), ['/copies']);
    assert.deepEqual(faultsOf({ copies: [] }, provided), []);
  });
});
