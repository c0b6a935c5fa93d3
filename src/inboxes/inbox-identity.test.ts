import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEmailAddress, type EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox, quotaAddress, isSharedDomain, mailboxOf } from './inbox-identity.ts';
import { newKeyring } from '../../test/support/keys.ts';
import { listOf } from '../../test/support/list-of.ts';

const keyring = newKeyring();

function address(text: string): EmailAddress {
  const parsed = parseEmailAddress(text);
  assert.ok(parsed, `${text} is an address`);
  return parsed;
}

const identify = (text: string) => identifyInbox(keyring, address(text));

describe('the quota identity', () => {
  const folded: [input: string, quota: string][] = [
    ['jdoe@example.com', 'jdoe@example.com'],
    ['J.Doe+shop@Example.com', 'jdoe@example.com'],
    ['j.d.o.e@gmail.com', 'jdoe@gmail.com'],
    ['jdoe+a+b@googlemail.com', 'jdoe@gmail.com'],
    ['jdoe@protonmail.com', 'jdoe@proton.me'],
    ['jdoe@pm.me', 'jdoe@proton.me'],
    ['j-d_oe@proton.me', 'jdoe@proton.me'],
    ['j-doe@ya.ru', 'jdoe@yandex.ru'],
    ['shop@jdoe.fastmail.com', 'jdoe@fastmail.com'],
    ['j-doe@example.com', 'j-doe@example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['jdoe@bücher.example', 'jdoe@xn--bcher-kva.example'],
  ];
  for (const [input, quota] of folded)
    it(`the quota identity of ${input} is ${quota}`, () =>
      assert.equal(quotaAddress(address(input)), quota));

  it('the quota identity is one for all spellings of an inbox', () => {
    const spellings = ['jdoe@gmail.com', 'j.doe@gmail.com', 'JDOE+x@googlemail.com'];
    assert.equal(new Set(spellings.map((text) => identify(text).quota)).size, 1);
  });

  it('the quota identity differs between inboxes', () => {
    const others = ['jdoe@example.com', 'jdoe@example.org', 'doe@example.com', 'jdoe@gmail.com'];
    assert.equal(new Set(others.map((text) => identify(text).quota)).size, others.length);
  });
});

describe('the owner', () => {
  it('the owner is the exact address, ignoring case', () => {
    assert.equal(identify('jdoe@example.com').owner, identify('JDoe@Example.COM').owner);
  });

  it('the owner differs for addresses that share a quota', () => {
    const spellings = listOf(`
      jdoe@gmail.com j.doe@gmail.com jdoe+x@gmail.com jdoe@googlemail.com
    `);
    const owners = spellings.map((text) => identify(text).owner);
    assert.equal(new Set(owners).size, spellings.length);
  });

  it('the owner is never the quota identity, and neither shows the address', () => {
    const { owner, quota } = identify('jdoe@example.com');
    assert.notEqual(owner, quota);
    for (const hash of [owner, quota]) assert.match(hash, /^[\w-]{22}$/);
  });
});

const MAILBOXES: [address: string, mailbox: string][] = [
  ['Jo.Doe+shop@Example.com', 'jo.doe@example.com'],
  ['jo-doe_x@example.com', 'jo-doe_x@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['j.o.doe+a+b@googlemail.com', 'jodoe@gmail.com'],
  ['jo-doe@gmail.com', 'jo-doe@gmail.com'],
  ['jo.doe@mail.gmail.com', 'jo.doe@mail.gmail.com'],
  ['J.o-D_oe+x@pm.me', 'jodoe@proton.me'],
  ['jodoe@protonmail.ch', 'jodoe@proton.me'],
  ['-@proton.me', '-@proton.me'],
  ['jo.doe+x@me.com', 'jo.doe@icloud.com'],
  ['jo.doe+x@outlook.com', 'jo.doe@outlook.com'],
  ['jodoe@hotmail.com', 'jodoe@hotmail.com'],
  ['jo-doe@yahoo.com', 'jo-doe@yahoo.com'],
  ['jo-doe+x@ya.ru', 'jo.doe@yandex.ru'],
  ['jo.doe@yandex.com', 'jo.doe@yandex.ru'],
  ['jodoe@yandex.kz', 'jodoe@yandex.ru'],
  ['shop@jodoe.fastmail.com', 'jodoe@fastmail.com'],
  ['jodoe+shop@fastmail.com', 'jodoe@fastmail.com'],
  ['jodoe@fastmail.fm', 'jodoe@fastmail.fm'],
];

for (const [text, mailbox] of MAILBOXES)
  it(`the mailbox of ${text} is ${mailbox}`, () => {
    const { name, domain } = mailboxOf(address(text));
    assert.equal(`${name}@${domain}`, mailbox);
  });

it('a shared mail domain is recognised by its exact name', () => {
  for (const domain of listOf('gmail.com outlook.com yahoo.co.uk gmx.net web.de qq.com')) {
    assert.ok(isSharedDomain(domain), domain);
  }
  for (const domain of ['example.com', 'mail.gmail.com', 'gmail.com.example', 'com']) {
    assert.ok(!isSharedDomain(domain), domain);
  }
});
