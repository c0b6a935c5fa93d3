import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DELIVERY_MODES, type DeliveryMode } from '../../contract/enums.ts';
import { UnsealError } from '../../platform/secrets/sealed-box.ts';
import { configsOf, disclose, identify, needsConsent, type Targets } from './channels.ts';
import { modeOf, parseDelivery, targetsOf } from './delivery-mode.ts';

const URL = 'https://hooks.example.com/in?a=b';

const askFor = (mode: DeliveryMode) =>
  parseDelivery({ mode, webhook: { url: URL } }, 'forms.example.com').targets;

const shapeOf = (targets: Targets) =>
  targets.map(({ channel, awaited }) => `${channel} ${awaited ? 'awaited' : 'queued'}`);

describe('a delivery mode', () => {
  const SHAPES: Record<DeliveryMode, string[]> = {
    email: ['email awaited'],
    webhook: ['webhook awaited'],
    both: ['email awaited', 'webhook queued'],
  };
  for (const mode of DELIVERY_MODES)
    it(`the delivery mode "${mode}" is read as ${SHAPES[mode].join(' and ')}, and written back`, () => {
      const targets = askFor(mode);
      assert.deepEqual(shapeOf(targets), SHAPES[mode]);
      assert.equal(modeOf(targets), mode);
      assert.deepEqual(targetsOf(mode, configsOf(targets)), targets);
    });

  it('the delivery mode of an altered row opens nothing', () => {
    assert.throws(() => targetsOf('webhook', {}), UnsealError);
    assert.throws(() => targetsOf('both', {}), UnsealError);
  });
});

describe('the targets of a form', () => {
  it('the targets of a form need consent and are disclosed, unless the inbox is the only one', () => {
    const place = { channel: 'webhook', place: 'hooks.example.com', address: URL };
    assert.deepEqual(disclose(askFor('email')), []);
    assert.deepEqual(disclose(askFor('webhook')), [{ ...place, insteadOfMail: true }]);
    assert.deepEqual(disclose(askFor('both')), [{ ...place, insteadOfMail: false }]);
    assert.deepEqual(
      DELIVERY_MODES.map((mode) => needsConsent(askFor(mode))),
      [false, true, true],
    );
  });

  it('the targets of a form are compared by what was requested, not by generated secrets', () => {
    assert.notDeepEqual(askFor('both'), askFor('both'));
    assert.equal(identify(askFor('both')), URL);
    assert.equal(identify(askFor('email')), '');
  });
});
