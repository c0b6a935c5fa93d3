import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkDns, createDns } from '../../src/cli/operator/doctor/check-dns.ts';
import { startDnsZone } from '../support/dns-zone.ts';

const DOMAIN = 'forms.example.com';
const SPF = 'v=spf1 include:mail.example -all';
const DKIM = `v=DKIM1; k=rsa; p=${'MIIB'.repeat(90)}`;

type Case = [
  name: string,
  zone: Record<string, string[]>,
  expected: [subject: string, verdict: string, message: RegExp],
  selector?: string,
];

const spf = (...records: string[]) => ({ [DOMAIN]: records });
const dkim = (record: string) => ({ ...spf(SPF), [`s1._domainkey.${DOMAIN}`]: [record] });
const dmarc = (...records: string[]) => ({ ...spf(SPF), [`_dmarc.${DOMAIN}`]: records });

const CASES: Case[] = [
  ['one SPF record among others', spf('x=y', SPF), ['SPF', 'ok', /one record/]],
  ['an SPF record in capitals', spf('V=SPF1 MX -ALL'), ['SPF', 'ok', /one record/]],
  ['no SPF record', spf('v=spf10 -all'), ['SPF', 'warn', /has no v=spf1 record/]],
  ['two SPF records', spf(SPF, SPF), ['SPF', 'warn', /has 2 v=spf1 records/]],
  ['+all', spf('v=spf1 mx +all'), ['SPF', 'warn', /everybody/]],
  ['a bare all', spf('v=spf1 all'), ['SPF', 'warn', /everybody/]],
  ['-all alone', spf('v=spf1 -all'), ['SPF', 'FAIL', /nobody sends/]],
  ['a domain that does not exist', {}, ['SPF', 'FAIL', /does not exist/]],
  ['no DKIM at all', spf(SPF), ['DKIM', 'warn', /has no DKIM key/]],
  ['some DKIM key', dkim(DKIM), ['DKIM', 'ok', /may have keys; --dkim-selector/]],
  ['the DKIM key asked for', dkim(DKIM), ['DKIM', 'ok', /s1\._domainkey.* holds a key/], 's1'],
  ['another DKIM key', dkim(DKIM), ['DKIM', 'FAIL', /s2\._domainkey.* holds no key/], 's2'],
  ['a revoked DKIM key', dkim('v=DKIM1; p='), ['DKIM', 'FAIL', /is revoked/], 's1'],
  ['a DKIM record without key', dkim('v=DKIM1'), ['DKIM', 'FAIL', /holds no key/], 's1'],
  ['a DMARC policy', dmarc('v=DMARC1; p=Reject; pct=100'), ['DMARC', 'ok', /says p=reject/]],
  [
    'the DMARC policy of the domain above',
    { ...spf(SPF), '_dmarc.example.com': ['v=DMARC1;p=none'] },
    ['DMARC', 'ok', /^_dmarc\.example\.com says p=none/],
  ],
  ['no DMARC record', dmarc('v=DMARC10; p=none'), ['DMARC', 'warn', /has no record/]],
  ['DMARC without policy', dmarc('v=DMARC1; sp=none'), ['DMARC', 'warn', /has no policy/]],
  [
    'two DMARC records',
    dmarc('v=DMARC1; p=none', 'v=DMARC1; p=none'),
    ['DMARC', 'warn', /one record/],
  ],
];

for (const [name, zone, [subject, verdict, message], selector] of CASES)
  it(`doctor, DNS: ${name}: ${verdict}`, async (test) => {
    const { server, close } = await startDnsZone(zone);
    test.after(close);
    const findings = await checkDns(createDns(server).txt, DOMAIN, selector);
    assert.deepEqual(
      findings.map((finding) => finding.subject),
      ['SPF', 'DKIM', 'DMARC'],
    );
    const found = findings.find((finding) => finding.subject === subject);
    assert.equal(found?.verdict, verdict, found?.message);
    assert.match(found.message, message);
  });

it('doctor, DNS: a server that does not answer: a warning, in time', async (test) => {
  const { server, close } = await startDnsZone({}, { silent: true });
  test.after(close);
  const findings = await checkDns(createDns(server).txt, DOMAIN, undefined);
  for (const { verdict, message } of findings) {
    assert.equal(verdict, 'warn');
    assert.match(message, /gave no answer for .* \((ETIMEOUT|ECANCELLED)\)/);
  }
});
