import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { parseFormId } from '../../src/contract/names.ts';
import { TICKET_FIELD } from '../../src/fields/field-names.ts';
import { SiteTickets } from '../../src/submissions/posted/site-ticket.ts';
import { startService, type TestService } from '../support/service.ts';

const SITE = 'https://example.com';
const OTHER = 'https://other.example.net';
const PUBLIC_URL = 'https://forms.example.net/base';
const HOURS = 3_600_000;
/** As browsers send it for a page without a referrer. */
const OWN_PAGE = { origin: 'null', 'sec-fetch-site': 'same-origin' };

function ticketIn(page: string): string {
  const [, ticket] = new RegExp(`name="${TICKET_FIELD}" value="([^"]+)"`).exec(page) ?? [];
  assert.ok(ticket, 'the page has a ticket');
  return ticket;
}

describe('the ticket of a page that gives a submission back', () => {
  let service: TestService;
  let form: RouteResource;
  let marks = 0;

  before(async () => {
    service = await startService(undefined, { PUBLIC_URL });
    form = await service.activeRoute({ settings: { origins: [SITE] } });
  });
  after(() => service?.close());

  const ticketFor = (site: string, { form_id } = form, ageMs = 0) => {
    const formId = parseFormId(form_id);
    assert.ok(formId);
    const now = () => Date.now() - ageMs;
    return new SiteTickets({ keyring: service.service.keyring, now }).issue(formId, site);
  };

  const send = (ticket: string, headers: Record<string, string> = OWN_PAGE, fields = {}) => {
    const body = { message: `hello ${(marks += 1)}`, ...fields, [TICKET_FIELD]: ticket };
    return service.submit(form.form_id, body, { accept: 'application/json', ...headers });
  };

  it('a ticket stands for its website when a page of this service posts', async () => {
    for (const headers of [
      OWN_PAGE,
      { origin: 'null' },
      { origin: 'https://forms.example.net', 'sec-fetch-site': 'same-origin' },
      { origin: service.url.replace('http:', 'https:') },
    ]) {
      service.sink.mails.length = 0;
      const { status } = await send(ticketFor(SITE), headers);
      assert.equal(status, 200, JSON.stringify(headers));
      assert.equal(service.sink.mails.length, 1);
    }
  });

  it('a ticket has no effect when another page, or no page, posts', async () => {
    for (const headers of [
      {},
      { origin: OTHER },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'same-site' },
      { referer: `${PUBLIC_URL}/f/x` },
    ]) {
      const { json } = await send(ticketFor(SITE), { 'x-any': '1', ...headers });
      assert.equal(json.error, 'origin_not_allowed', JSON.stringify(headers));
    }
  });

  it('a forged, expired or foreign ticket counts for nothing', async () => {
    const good = ticketFor(SITE);
    const [expiry = '', site = '', signature = ''] = good.split('.');
    const another = await service.activeRoute();
    for (const ticket of [
      '',
      'x',
      '..',
      `${good}.`,
      `${good}x`,
      [Number(expiry) + 1, site, signature].join('.'),
      [expiry, Buffer.from(OTHER).toString('base64url'), signature].join('.'),
      ticketFor(SITE, form, 3 * HOURS),
      ticketFor(SITE, another),
      ticketFor(OTHER),
    ]) {
      assert.equal((await send(ticket)).json.error, 'origin_not_allowed', ticket);
    }
    assert.equal((await send(ticketFor(SITE, form, 1 * HOURS))).status, 200);
  });

  it('a ticket is no part of the submission: not of the mail, its JSON or the dry run', async () => {
    service.sink.mails.length = 0;
    await send(ticketFor(SITE), OWN_PAGE, { _format: 'json' });
    const [mail] = service.sink.mails;
    assert.doesNotMatch(mail?.raw.toString() ?? TICKET_FIELD, /_letterslot_site/);
    const { json } = await send(ticketFor(SITE), OWN_PAGE, { _dry_run: 'true' });
    assert.deepEqual(
      json.fields.map(({ name }: { name: string }) => name),
      ['message', '_dry_run'],
    );
  });

  it('the website of a ticket is where the mail says it came from, and where _next leads', async () => {
    const { form_id } = await service.activeRoute();
    service.sink.mails.length = 0;
    const ticket = ticketFor(SITE, { ...form, form_id });
    const fields = { message: 'x', _next: '/thanks', [TICKET_FIELD]: ticket };
    const { status, headers } = await service.submit(form_id, fields, {
      ...OWN_PAGE,
      accept: 'text/html',
    });
    assert.deepEqual([status, headers.get('location')], [303, `${SITE}/thanks`]);
    assert.match(service.sink.mails.at(-1)?.email.text ?? '', /^example\[\.\]com · /);
  });

  it('the page of a confirmed form has a ticket for its test alone', async () => {
    const settings = { origins: [SITE], fields: [{ name: 'name', required: true }] };
    const { json } = await service.create({ email: 'tester@example.com', settings });
    const page = await service.request('/v1/routes/verify', {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: service.verificationToken() }).toString(),
    });
    const post = (fields: Record<string, string>, accept = 'application/json') =>
      service.submit(json.form_id, fields, { ...OWN_PAGE, accept });
    const test = { message: 'x', _test: 'true', [TICKET_FIELD]: ticketIn(page.text) };
    // It has no field of the form: the page that asks for it keeps what the test is.
    const faults = await post(test, 'text/html');
    assert.equal(faults.status, 422);
    const again = { ...test, name: 'Ada', [TICKET_FIELD]: ticketIn(faults.text) };
    assert.equal((await post(again)).json.test, true);
    const { _test, ...submission } = again;
    assert.equal((await post(submission)).json.error, 'origin_not_allowed', 'no test');
  });

  it('no page gives a stranger the ticket of a test, whatever they say of where they come from', async () => {
    const route = await service.activeRoute({
      email: 'fields@example.com',
      settings: { origins: ['https://forms.example.net'], fields: [{ name: 'a', required: true }] },
    });
    const faulty = { message: 'x', _test: 'true' };
    const own = { origin: 'https://forms.example.net', 'sec-fetch-site': 'same-origin' };
    const { text } = await service.submit(route.form_id, faulty, { ...own, accept: 'text/html' });
    assert.equal((await service.putSettings(route, { origins: [SITE] })).status, 200);
    const ticket = ticketIn(text);
    const sent = { message: 'x', _test: 'true', [TICKET_FIELD]: ticket };
    const { json } = await service.submit(route.form_id, sent, OWN_PAGE);
    assert.equal(json.error, 'origin_not_allowed');
  });
});
