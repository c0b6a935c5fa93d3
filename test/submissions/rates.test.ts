import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { measureMarks } from '../../scripts/suspicion-rates.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { FORMS, formOf, HONEST, siteOf, SPAM, suspicionsOf, type Sample } from './corpus.ts';

const heldOut = (samples: readonly Sample[]) => samples.filter((sample) => sample.held_out);

/** The corpus's forms in a real service, with `challenge: suspicious`, and a sender of samples. */
async function startForms(test: TestContext) {
  // An hour lies between two samples, so that many of them in a row are no attack.
  let at = Date.now();
  const service = await startService(test, { MONTHLY_LIMIT: '0' }, { now: () => at });
  const ids = new Map<string, string>();
  for (const [name, { alias, language, settings }] of Object.entries(FORMS)) {
    const wanted = { ...settings, language, challenge: 'suspicious' };
    const { form_id } = await service.activeRoute({ alias, settings: wanted });
    ids.set(name, form_id);
  }
  const send = (sample: Sample) => {
    at += 3_600_000;
    const site = siteOf(sample);
    const headers = { accept: 'application/json', ...(site !== undefined && { origin: site }) };
    return service.submit(ids.get(sample.form) ?? '', sample.fields, headers);
  };
  // Mails about new forms may come later.
  return { send, delivered: () => service.sink.mails.filter(isDelivery) };
}

describe('the corpus of suspicions', () => {
  it('the corpus has 300 honest submissions in ten languages and 300 of spam, a third of each held out', () => {
    for (const samples of [HONEST, SPAM]) {
      assert.ok(samples.length >= 300);
      assert.ok(heldOut(samples).length >= 100);
      assert.equal(
        new Set(samples.map(({ fields }) => JSON.stringify(fields))).size,
        samples.length,
      );
      for (const sample of samples) assert.ok(formOf(sample));
    }
    assert.ok(new Set(HONEST.map(({ language }) => language)).size >= 10);
  });

  it('the corpus names nobody: every address of a visitor is at an example domain', () => {
    for (const { fields } of [...HONEST, ...SPAM]) {
      const { email = 'a@example.com' } = fields;
      assert.match(email, /^[\w.+-]+@example\.(?:com|org|net|de)$/);
    }
  });
});

describe('marks on the corpus', () => {
  const { whole, heldOut: unseen } = measureMarks();

  it('at most 1 in 100 honest submissions is marked', () => {
    for (const { honest, honestMarked } of [whole, unseen]) assert.ok(honestMarked * 100 <= honest);
  });

  it('half of the spam is marked, also of that to which no rule was fitted', () => {
    for (const { spam, spamMarked } of [whole, unseen]) assert.ok(spamMarked * 2 >= spam);
  });
});

describe('the corpus at forms that ask suspicious submissions for a challenge', () => {
  // Guarantee: Spam and limits
  it('no honest submission is refused or needs a challenge, and hardly one is marked', async (test) => {
    const { send, delivered } = await startForms(test);
    const samples = heldOut(HONEST);
    for (const sample of samples) {
      const { status, json } = await send(sample);
      assert.equal(status, 200, `${sample.form}: ${json?.error}`);
    }
    assert.equal(delivered().length, samples.length);
    const marked = delivered().filter(({ email }) => email.subject?.includes('[Suspicious]'));
    assert.ok(marked.length * 100 <= samples.length);
  });

  it('spam needs a challenge if one of its reasons needs no history', async (test) => {
    const { send, delivered } = await startForms(test);
    const samples = heldOut(SPAM).filter(
      ({ times, sent_to_before: before, too_fast: fast }) => !times && !before && !fast,
    );
    let asked = 0;
    for (const sample of samples) {
      const { status } = await send(sample);
      assert.equal(status, suspicionsOf(sample).length > 0 ? 428 : 200, sample.form);
      if (status === 428) asked += 1;
    }
    assert.ok(asked > 30);
    assert.equal(delivered().length, samples.length - asked);
  });
});
