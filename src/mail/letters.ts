import type { SettingName } from '../contract/form-settings.ts';
import { breakLinks, inert } from '../platform/text/strangers-words.ts';
import { fill } from '../catalogs/catalog.ts';
import { describeChange } from '../catalogs/describe-change.ts';
import { describeChallenges, explainMark } from '../catalogs/describe-spam.ts';
import {
  ask,
  factsOf,
  nameOf,
  sayContact,
  shortUrl,
  writeNotice,
  writeOffer,
  type WriteLetter,
} from './letter.ts';
import { button, closingLink, facts, paragraph } from './mail-layout.ts';
import type { MailKind } from './mail-facts.ts';
import { writeSilence } from './silence-letter.ts';

/** A line of a change, which its reader may not want: the page shows it as it is. */
function showLine(name: SettingName, line: string): string {
  // A fingerprint is to be compared, digit by digit.
  if (name === 'encryption') return line;
  return inert(name === 'targets' ? line.replace(/https:\/\/\S+/, shortUrl) : line);
}

/** The content of each kind of mail, in the words of a language. */
export const LETTERS: { [Kind in MailKind]: WriteLetter<Kind> } = {
  // It may reach a stranger: the requester's words are quoted and never in the subject (ADR 30).
  confirm({ endpoint, disclosed, link, refuseLink }, words, form, { operator }) {
    const { confirm, label } = words.mails;
    const about = [
      nameOf(form, words),
      { label: words.facts.inbox, value: form.address },
      { label: words.facts.endpoint, value: endpoint },
      ...factsOf(disclosed, words),
    ];
    const body = [
      paragraph(confirm.explanation),
      facts(about, label),
      button({ label: confirm.button, url: link }, fill(label, { text: confirm.instruction })),
      paragraph(confirm.lifetime, confirm.opens),
      closingLink(confirm.ignore, { label: confirm.refuse, url: refuseLink }),
    ];
    const subject = fill(confirm.subject, { operator });
    return { ...confirm, subject, body, notes: [confirm.notStored], form: 'asked' };
  },
  copy_ask: ({ link }, words, form, { operator }) =>
    writeOffer(words.mails.copy_ask, link, { words, form, operator }),
  // Its reader owns no form: it has no other links.
  copy_stop({ stopLink }, words, form) {
    const { copy_stop: letter } = words.mails;
    const link = { label: letter.button, url: stopLink };
    const body = ask(words, [letter.explanation], [nameOf(form, words)], link);
    return { ...letter, body, form: 'asked' };
  },
  hand_over_ask({ to, link }, words, form) {
    const { hand_over_ask: letter } = words.mails;
    const about = [nameOf(form, words), { label: letter.to, value: inert(to) }];
    const body = ask(words, [letter.explanation], about, { label: letter.button, url: link });
    return { ...letter, body, form: 'active' };
  },
  hand_over_offer: ({ link }, words, form, { operator }) =>
    writeOffer(words.mails.hand_over_offer, link, { words, form, operator }),
  handed_over: ({ inboxLink }, words, form) => ({
    ...writeNotice(words.mails.handed_over, inboxLink, [nameOf(form, words)], words),
    form: 'stopped',
  }),
  taken_over: ({ inboxLink }, words, form) => ({
    ...writeNotice(words.mails.taken_over, inboxLink, [nameOf(form, words)], words),
    form: 'active',
  }),
  new_form({ endpoint, disclosed, approveLink, share }, words, form) {
    const { new_form: letter } = words.mails;
    const approve = share ? fill(letter.approveUntil, { ...share }) : letter.approve;
    const texts = [letter.explanation, approve, letter.decline];
    const about = [
      nameOf(form, words),
      { label: words.facts.endpoint, value: endpoint },
      ...factsOf(disclosed, words),
    ];
    const body = ask(words, texts, about, { label: letter.button, url: approveLink });
    return { ...letter, body, form: 'active' };
  },
  held_form({ disclosed, startLink }, words, form) {
    const { held_form: letter } = words.mails;
    const about = [nameOf(form, words), ...factsOf(disclosed, words)];
    const link = { label: letter.button, url: startLink };
    return { ...letter, body: ask(words, [letter.explanation], about, link), form: 'stopped' };
  },
  quota({ level, used, limit, resetsAt, autofillTraps }, words, _form, { operator, contact }) {
    const { quota, label } = words.mails;
    const { why, autofill } = quota;
    const isReached = level === 100;
    const lost = { label: autofill.label, value: `${autofillTraps}\n${autofill.explanation}` };
    const about = [
      { label: quota.use.label, value: fill(quota.use.value, { used, limit }) },
      { label: quota.resets, value: `${resetsAt.toISOString().slice(0, 10)}, 00:00 UTC` },
      ...(autofillTraps > 0 ? [lost] : []),
    ];
    const { explanation } = isReached ? quota.reached : quota.used;
    const subject = isReached
      ? quota.reached.subject
      : fill(quota.used.subject, { percent: level });
    const body = [
      paragraph(explanation),
      facts(about, label),
      sayContact(fill(quota.raise, { operator }), contact),
    ];
    return { subject, why, body, form: 'active' };
  },
  ask_stop({ stopLink }, words, form) {
    const { ask_stop: letter } = words.mails;
    const link = { label: letter.button, url: stopLink };
    const body = ask(words, [letter.explanation], [nameOf(form, words)], link);
    return { ...letter, body, form: 'active' };
  },
  stopped({ restartLink, spam }, words, form) {
    const { stopped: letter } = words.mails;
    const texts = [spam ? letter.reported : letter.explanation, letter.mistake];
    const link = { label: letter.button, url: restartLink };
    return { ...letter, body: ask(words, texts, [nameOf(form, words)], link), form: 'stopped' };
  },
  restart({ restartLink }, words, form) {
    const { restart: letter } = words.mails;
    const link = { label: letter.button, url: restartLink };
    const body = ask(words, [letter.explanation], [nameOf(form, words)], link);
    return { ...letter, body, form: 'stopped' };
  },
  limited({ site, inboxLink }, words, form) {
    const website = { label: words.owners.origin.website, value: breakLinks(site) };
    const about = [nameOf(form, words), website];
    return { ...writeNotice(words.mails.limited, inboxLink, about, words), form: 'active' };
  },
  guarded({ before, challenge, inboxLink }, words, form) {
    const { name, lines } = describeChallenges(words, before, challenge);
    const about = [nameOf(form, words), { label: name, value: lines.join('\n') }];
    return { ...writeNotice(words.mails.guarded, inboxLink, about, words), form: 'active' };
  },
  relaxed({ reasons, undoLink }, words, form) {
    const { relaxed: letter } = words.mails;
    const mark = { label: words.owners.notSpam.mark, value: explainMark(words, reasons) };
    const link = { label: letter.button, url: undoLink };
    const body = ask(words, [letter.explanation], [nameOf(form, words), mark], link);
    return { ...letter, body, form: 'active' };
  },
  target_off({ disclosed, status, inboxLink }, words, form) {
    const { target_off: letter, inboxPage } = words.mails;
    const places = disclosed.map(({ place, address }) => ({
      label: letter.place,
      value: `${place}\n${breakLinks(address)}`,
    }));
    const link = { label: inboxPage, url: inboxLink };
    const texts = [fill(letter.explanation, { status })];
    const body = ask(words, texts, [nameOf(form, words), ...places], link);
    return { ...letter, body, form: 'active' };
  },
  attack({ challenge, counts, marked, link }, words, form) {
    const { attack: letter } = words.mails;
    const { labels } = letter;
    const numbers = [
      [labels.challenged, counts.challenged],
      [labels.refused, counts.refused],
      [labels.trapped, counts.trapped],
      [labels.marked, marked],
      [labels.delivered, counts.delivered],
    ] as const;
    const shown = numbers
      .filter(([, count]) => count > 0)
      .map(([label, count]) => ({ label, value: String(count) }));
    const text = challenge === 'off' ? letter.unguarded : letter.explanation;
    const body = [
      paragraph(text),
      facts([nameOf(form, words)], words.mails.label),
      ...ask(words, [letter.numbers], shown, { label: letter.button, url: link }),
      paragraph(letter.once),
    ];
    return { ...letter, body, form: 'active' };
  },
  silence: writeSilence,
  proposal({ changes, link }, words, form) {
    const { proposal: letter } = words.mails;
    const about = changes.map((change) => {
      const { name, lines } = describeChange(words, change);
      return { label: name, value: lines.map((line) => showLine(change.name, line)).join('\n') };
    });
    const body = ask(words, [letter.explanation], [nameOf(form, words), ...about], {
      label: letter.button,
      url: link,
    });
    return { ...letter, body, form: 'active' };
  },
  // Anybody can ask for it: it names no form, and has no other way to the page.
  inbox({ link }, words, { address }) {
    const { inbox: letter, label } = words.mails;
    const open = fill(letter.button, { email: address });
    const body = [
      paragraph(letter.explanation),
      button({ label: open, url: link }, fill(label, { text: open })),
      paragraph(letter.lifetime),
      paragraph(letter.ignore),
    ];
    return { ...letter, body, form: 'asked' };
  },
};
