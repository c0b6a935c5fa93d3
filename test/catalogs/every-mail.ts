import assert from 'node:assert/strict';
import { composeMail } from '../../src/mail/compose-mail.ts';
import { type MailFacts, type MailKind } from '../../src/mail/letters.ts';
import type { Letterhead } from '../../src/mail/letter.ts';
import type { OutgoingMail } from '../../src/mail/mailer.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { Links } from '../../src/platform/links.ts';
import { newFormId, type Route } from '../../src/forms/route.ts';
import type { Language } from '../../src/catalogs/languages.ts';

const links = new Links(() => 'https://forms.example.com');
const address = parseEmailAddress('owner@example.org');
assert.ok(address);

export const ROUTE = {
  formId: newFormId(),
  alias: 'Lindholm example.com',
  address,
  status: 'active',
  settings: {},
  language: 'en',
} as unknown as Route;

export const LETTERHEAD: Letterhead = {
  operator: 'Acme Ltd',
  contact: 'help@acme.example',
  sender: 'Acme Forms',
  inboxLink: links.inbox,
};

export const LINKS = {
  onlyFrom: links.decision('origin', 'o&t'),
  spam: links.decision('spam', 'p&t'),
  notSpam: links.decision('not-spam', 'n&t'),
  stop: links.decision('stop', 's&t'),
  unsubscribe: links.decision('stop', 'u'),
};

const endpoint = links.endpoint(ROUTE.formId);
const WEBHOOK = {
  channel: 'webhook',
  place: 'hooks.example.com',
  address: 'https://hooks.example.com/a?b=c&d=e',
} as const;
const also = { ...WEBHOOK, insteadOfMail: false };
const instead = { ...WEBHOOK, insteadOfMail: true };
const MONTH = { used: 8, limit: 10, resetsAt: new Date(0) };

const SILENCE = {
  last: new Date('2026-11-15'),
  silent: 8,
  active: 20,
  of: 26,
  refused: { challenged: 0, refused: 0, trapped: 0 },
  endpoint,
  quietLink: links.decision('quiet', 'q'),
};

/** Every mail to an owner in its variants. A new kind does not compile without one here. */
const VARIANTS: { [Kind in MailKind]: Record<string, MailFacts<Kind>> } = {
  confirm: {
    plain: {
      endpoint,
      disclosed: [],
      link: links.decision('verify', 't&u'),
      refuseLink: links.decision('refuse', 'r'),
    },
    'with a webhook': {
      endpoint,
      disclosed: [instead],
      link: links.decision('verify', 't&u'),
      refuseLink: links.decision('refuse', 'r'),
    },
  },
  copy_ask: { plain: { link: links.decision('copy', 'c') } },
  copy_stop: { plain: { link: links.decision('copy-stop', 's') } },
  hand_over_ask: { plain: { to: 'client@example.com', link: links.decision('hand-over', 'h') } },
  hand_over_offer: { plain: { link: links.decision('hand-over', 'h') } },
  handed_over: { plain: {} },
  taken_over: { plain: {} },
  new_form: {
    plain: {
      endpoint,
      disclosed: [],
      link: links.decision('approve', 'a'),
      share: undefined,
    },
    'with a share and a webhook': {
      endpoint,
      disclosed: [also],
      link: links.decision('approve', 'a'),
      share: { deliveries: 50, limit: 250 },
    },
  },
  held_form: { plain: { disclosed: [also], link: links.decision('restart', 'h') } },
  quota: {
    'at 80 %': { ...MONTH, level: 80 },
    'at 100 %': { ...MONTH, level: 100 },
  },
  ask_stop: { plain: { link: links.decision('stop', 'a') } },
  stopped: {
    plain: { link: links.decision('restart', 'r'), spam: false },
    'reported as spam': { link: links.decision('restart', 'r'), spam: true },
  },
  restart: { plain: { link: links.decision('restart', 'r') } },
  limited: { plain: { site: 'https://www.example.com' } },
  guarded: {
    plain: { before: 'off', challenge: 'suspicious' },
    'for every submission': { before: 'always', challenge: 'always' },
  },
  relaxed: { plain: { reasons: ['links', 'repeat'], link: links.decision('not-spam', 'n') } },
  target_off: { plain: { disclosed: [also], status: 404 } },
  attack: {
    'of a form that asks suspicious senders': {
      challenge: 'suspicious',
      counts: { delivered: 30, challenged: 1_900, refused: 40, trapped: 12 },
      marked: 9,
      link: links.decision('spam', 'a'),
    },
    'of a form that asks nobody': {
      challenge: 'off',
      counts: { delivered: 300, challenged: 0, refused: 40, trapped: 0 },
      marked: 0,
      link: links.decision('spam', 'a'),
    },
  },
  silence: {
    'of a plain form': { ...SILENCE, page: undefined, hasOrigins: false, challenge: 'off' },
    'of a form that refused some': {
      ...SILENCE,
      page: 'https://lindholm.example/contact',
      refused: { challenged: 3, refused: 2, trapped: 1 },
      hasOrigins: true,
      challenge: 'always',
    },
  },
  proposal: {
    plain: {
      changes: [
        { name: 'origins', before: ['https://example.com', 'https://*.example.com'], after: [] },
        { name: 'paused', before: ['true'], after: [] },
      ],
      link: links.decision('settings', 'c'),
    },
  },
  inbox: { plain: { link: `${links.inbox()}#token=t` } },
};

export interface OwnerMailCase {
  name: string;
  kind: MailKind;
  about: MailFacts<MailKind>;
  compose(language: Language): OutgoingMail;
}

export const OWNER_MAILS: readonly OwnerMailCase[] = Object.entries(VARIANTS).flatMap(
  ([kind, variants]) =>
    Object.entries(variants).map(([variant, about]) => ({
      name: `${kind}, ${variant}`,
      kind: kind as MailKind,
      about,
      compose: (language: Language) =>
        composeMail(
          kind as MailKind,
          { ...about, route: ROUTE, links: LINKS },
          language,
          LETTERHEAD,
        ),
    })),
);
