import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seal } from '../../src/platform/secrets/sealed-box.ts';
import type { Claim } from '../../src/platform/stores/outcome-table.ts';
import type { OpenStore } from './open-store.ts';
import { hashOf, keyring, plain } from './route-rows.ts';

const NOON = Date.UTC(2025, 6, 1, 12);
const SUBJECT = hashOf('subject');
const SEALED = seal(keyring, 'outcome', SUBJECT, '{"id":"msg_1"}');

const claimOf = (claim: string, claimedAt = NOON): Claim => ({
  request: hashOf(`request of ${claim}`),
  claim,
  claimedAt,
});

export function describeOutcomes(open: OpenStore): void {
  it('one of many concurrent claims gets a subject, and all learn which one', async (test) => {
    const { outcomes } = (await open(test)).store;
    const claims = Array.from({ length: 50 }, (_, index) => claimOf(`claim ${index}`));
    const rows = await Promise.all(claims.map((claim) => outcomes.claim(SUBJECT, claim)));
    const owners = new Set(rows.map((row) => row?.claim));
    assert.equal(owners.size, 1);
    const [owner = ''] = owners;
    const expected = { ...claims.find(({ claim }) => claim === owner), sealed: null };
    for (const row of rows) assert.deepEqual(plain(row), expected);
    const other = await outcomes.claim(hashOf('another subject'), claimOf('other'));
    assert.equal(other?.claim, 'other');
  });

  it('a claim that is inserted twice is still its own', async (test) => {
    const { outcomes } = (await open(test)).store;
    const claim = claimOf('mine');
    const first = await outcomes.claim(SUBJECT, claim);
    assert.deepEqual(await outcomes.claim(SUBJECT, claim), first);
  });

  it('an outcome is kept only for the claim that holds', async (test) => {
    const { outcomes } = (await open(test)).store;
    await outcomes.claim(SUBJECT, claimOf('mine'));
    await outcomes.settle(SUBJECT, 'another', SEALED);
    assert.equal((await outcomes.find(SUBJECT))?.sealed, null);
    await outcomes.settle(SUBJECT, 'mine', SEALED);
    await outcomes.settle(SUBJECT, 'mine', SEALED);
    assert.deepEqual(plain(await outcomes.find(SUBJECT)), { ...claimOf('mine'), sealed: SEALED });
  });

  it('releasing a claim leaves every other claim', async (test) => {
    const { outcomes } = (await open(test)).store;
    await outcomes.claim(SUBJECT, claimOf('mine'));
    await outcomes.release(SUBJECT, 'another');
    assert.equal((await outcomes.find(SUBJECT))?.claim, 'mine');
    await outcomes.release(SUBJECT, 'mine');
    assert.equal(await outcomes.find(SUBJECT), undefined);
    assert.equal((await outcomes.claim(SUBJECT, claimOf('next')))?.claim, 'next');
  });

  it('one of many concurrent requests takes over an open claim', async (test) => {
    const { outcomes } = (await open(test)).store;
    await outcomes.claim(SUBJECT, claimOf('dead'));
    const heirs = Array.from({ length: 20 }, (_, index) => claimOf(`heir ${index}`, NOON + 60_000));
    const rows = await Promise.all(
      heirs.map((heir) => outcomes.takeOver(SUBJECT, 'dead', heir, NOON - 1)),
    );
    const [owner, ...more] = new Set(rows.map((row) => row?.claim));
    assert.deepEqual(more, []);
    assert.deepEqual(
      plain(rows[0]),
      { ...heirs.find(({ claim }) => claim === owner), sealed: null },
      'with its own request and time',
    );
    await outcomes.settle(SUBJECT, 'dead', SEALED);
    assert.equal((await outcomes.find(SUBJECT))?.sealed, null, 'the former one is late');
  });

  it('a kept outcome is not taken over before its time has ended', async (test) => {
    const { outcomes } = (await open(test)).store;
    await outcomes.claim(SUBJECT, claimOf('mine'));
    await outcomes.settle(SUBJECT, 'mine', SEALED);
    const early = await outcomes.takeOver(SUBJECT, 'mine', claimOf('heir'), NOON - 1);
    assert.deepEqual(plain(early), { ...claimOf('mine'), sealed: SEALED });
    const late = await outcomes.takeOver(SUBJECT, 'mine', claimOf('heir', NOON + 1), NOON);
    assert.deepEqual(plain(late), { ...claimOf('heir', NOON + 1), sealed: null });
    assert.equal(await outcomes.takeOver(hashOf('none'), 'mine', claimOf('heir'), NOON), undefined);
  });

  it('the sweep removes outcomes claimed before a time, and no others', async (test) => {
    const { outcomes } = (await open(test)).store;
    for (const at of [NOON - 1, NOON]) await outcomes.claim(hashOf(`at ${at}`), claimOf('x', at));
    await outcomes.settle(hashOf(`at ${NOON - 1}`), 'x', SEALED);
    await outcomes.removeClaimedBefore(NOON);
    assert.equal(await outcomes.find(hashOf(`at ${NOON - 1}`)), undefined);
    assert.ok(await outcomes.find(hashOf(`at ${NOON}`)));
  });
}
