import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEmailAddress } from './email-address.ts';
import { isSharedDomain, mailboxOf } from './mail-providers.ts';

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

describe('the mailbox of an address', () => {
  for (const [text, mailbox] of MAILBOXES) {
    it(`the mailbox of ${text} is ${mailbox}`, () => {
      const address = parseEmailAddress(text);
      assert.ok(address);
      const { name, domain } = mailboxOf(address);
      assert.equal(`${name}@${domain}`, mailbox);
    });
  }
});

describe('a domain that strangers share', () => {
  it('a shared mail domain is recognised by its exact name', () => {
    for (const domain of [
      'gmail.com',
      'outlook.com',
      'yahoo.co.uk',
      'gmx.net',
      'web.de',
      'qq.com',
    ]) {
      assert.ok(isSharedDomain(domain), domain);
    }
    for (const domain of ['example.com', 'mail.gmail.com', 'gmail.com.example', 'com']) {
      assert.ok(!isSharedDomain(domain), domain);
    }
  });
});
