import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { asksFor } from '../support/challenged-form.ts';
import { linkedToken, startService, type Answer, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { press } from '../consent/press.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const SPAM = { message: '[url=https://a.example]x[/url]' };
const TOO_MANY = LIMITS.peopleSubmit;

const { subject } = wordsOf('en').mails.attack;

describe('a form under attack', () => {
  let service: TestService;
  let ahead = 0;
  let clients = 0;
  let inboxes = 0;

  before(async () => {
    // It begins at noon, so that no test runs into the next day by chance.
    const noon = Math.ceil(Date.now() / DAY) * DAY + DAY / 2;
    ahead = noon - Date.now();
    const env = { TRUSTED_PROXIES: '127.0.0.1, ::1', MONTHLY_LIMIT: '250' };
    service = await startService(
      undefined,
      { ...env, SUBMIT_RATE_PER_MINUTE: '30/20' },
      { now: () => Date.now() + ahead },
    );
  });
  after(() => service?.close());

  const newForm = (settings: object) =>
    service.activeRoute({ email: `owner${(inboxes += 1)}@example.com`, settings });

  /** One submission of a client that was never seen before. */
  function send({ form_id }: RouteResource, fields: Record<string, string>): Promise<Answer> {
    clients += 1;
    const address = `198.51.${clients >> 8}.${clients & 255}`;
    return service.submit(form_id, fields, { 'x-forwarded-for': address });
  }

  const plain = () => ({ message: `Hello, this is message ${clients}` });

  /** How many of so many unmarked submissions of different clients were delivered. */
  async function flood(form: RouteResource, count: number): Promise<number> {
    let delivered = 0;
    for (let at = 0; at < count; at += 1) {
      delivered += (await send(form, plain())).status === 200 ? 1 : 0;
    }
    return delivered;
  }

  const noticesTo = (inbox: number) =>
    service.sink.mails.filter(
      ({ email, recipients }) =>
        email.subject?.endsWith(subject) === true && recipients[0] === `owner${inbox}@example.com`,
    );

  it('more unmarked submissions than people send need solutions, until it is calm again', async () => {
    const form = await newForm({ challenge: 'suspicious' });
    assert.equal(await flood(form, TOO_MANY + 20), TOO_MANY);
    const visitor = plain();
    const altcha = asksFor(await send(form, visitor));
    assert.equal((await send(form, { ...visitor, altcha })).status, 200);
    ahead += LIMITS.attackMinutes * MINUTE + 1_000;
    assert.equal((await send(form, plain())).status, 200);
  });

  it('some suspicious submissions are an attack too, though none of them is delivered', async () => {
    const form = await newForm({ challenge: 'suspicious' });
    for (let at = 0; at < LIMITS.peopleSubmitOddly; at += 1) asksFor(await send(form, SPAM));
    asksFor(await send(form, plain()));
  });

  it('a challenge is harder while its form is under attack', async () => {
    const form = await newForm({ challenge: 'suspicious' });
    const hardness = async () =>
      (await service.request(`/v1/routes/${form.form_id}/challenge`)).json.maxnumber;
    assert.equal(await hardness(), LIMITS.challengeNumber);
    for (let at = 0; at < LIMITS.peopleSubmitOddly; at += 1) await send(form, SPAM);
    assert.equal(await hardness(), 2 * LIMITS.challengeNumber);
  });

  it('people who solve what they are asked do not keep a form under attack', async () => {
    const form = await newForm({ challenge: 'suspicious' });
    await flood(form, TOO_MANY);
    ahead += (LIMITS.attackMinutes / 2) * MINUTE;
    for (let at = 0; at < 1.5 * LIMITS.peopleSubmitOddly; at += 1) {
      const visitor = plain();
      const altcha = asksFor(await send(form, visitor));
      assert.equal((await send(form, { ...visitor, altcha })).status, 200);
    }
    ahead += (LIMITS.attackMinutes / 2) * MINUTE + 1_000;
    assert.equal((await send(form, plain())).status, 200);
  });

  // Guarantee: Spam and limits
  it('a form with `suspicious` delivers a fifth of a month a day without solutions, however slowly it comes', async () => {
    const form = await newForm({ challenge: 'suspicious' });
    let delivered = 0;
    for (let at = 0; at < 60; at += 1) {
      delivered += await flood(form, 1);
      ahead += 3 * MINUTE;
    }
    assert.equal(delivered, 50);
    const visitor = plain();
    const altcha = asksFor(await send(form, visitor));
    const { status, json } = await send(form, { ...visitor, altcha });
    assert.deepEqual([status, json.used], [200, 51]);
    ahead += DAY;
    assert.equal(await flood(form, 1), 1);
  });

  it('a form without a challenge is never asked for one, and delivers as far as its rate goes', async () => {
    const form = await newForm({});
    const statuses = new Set<number>();
    for (let at = 0; at < 70; at += 1) statuses.add((await send(form, SPAM)).status);
    assert.deepEqual([...statuses], [200, 429]);
  });

  it('the owner gets one notice with the numbers of the day, and its button asks every sender', async () => {
    const form = await newForm({ challenge: 'suspicious' });
    const inbox = inboxes;
    await flood(form, 5);
    for (let at = 0; at < 2 * TOO_MANY; at += 1) await send(form, SPAM);
    await send(form, { message: 'x', _gotcha: 'filled' });
    ahead += LIMITS.attackNoticeMinutes * MINUTE;
    await until('the notice', () => noticesTo(inbox).length > 0);
    const [notice] = noticesTo(inbox);
    const text = notice?.email.text ?? '';
    const { labels } = wordsOf('en').mails.attack;
    assert.ok(text.includes(`${labels.challenged}: 60`), text);
    assert.ok(text.includes(`${labels.trapped}: 1`), text);
    assert.ok(text.includes(`${labels.delivered}: 5`), text);
    const token = linkedToken(service, 'spam', notice);
    const path = `/v1/routes/spam?token=${token}`;
    const page = (await service.request(path)).text;
    assert.match(page, /name="choice" value="always"/);
    await press(service, 'spam', { token, choice: 'always' });
    asksFor(await send(form, plain()));
    assert.equal(noticesTo(inbox).length, 1);
  });

  it('a notice that waits is sent when the service stops', async () => {
    const own = await startService(undefined, { TRUSTED_PROXIES: '127.0.0.1, ::1' });
    const form = await own.activeRoute();
    for (let at = 0; at < TOO_MANY; at += 1) await own.submit(form.form_id, SPAM);
    own.sink.mails.length = 0;
    const { mails } = own.sink;
    await own.close();
    const notices = mails.filter((mail) => !isDelivery(mail));
    assert.deepEqual(
      notices.map(({ email }) => email.subject),
      [`Contact form · ${subject}`],
    );
    assert.ok(notices[0]?.email.text?.includes('has no spam check'));
  });
});
