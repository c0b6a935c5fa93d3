import { h } from 'preact';
import { fillTemplate, FORM_FIELD, parseTemplate } from '../../../mail/template.ts';
import { titleOf } from '../composer/field-list.ts';
import { fill, inboxWords } from '../context.ts';
import { fieldsOf, membersOf, type Draft, type SettingsDraft } from './setting-values.ts';

const { preview } = inboxWords;

/** More make the example longer, not clearer. */
const MOST_FIELDS = 6;

const textOf = (value: Draft): string => (typeof value === 'string' ? value.trim() : '');

/** The value that the example visitor entered into a field. */
function exampleOf(field: string, alias: string): string {
  if (field === FORM_FIELD) return alias;
  const known: Readonly<Record<string, string>> = preview.example;
  return Object.hasOwn(known, field) ? (known[field] ?? '') : `‹${field}›`;
}

/** A template filled in for the example visitor; empty if it is not a template, or nothing is left of it. */
function fillIn(template: string, alias: string): string {
  const parsed = parseTemplate(template);
  return 'fault' in parsed ? '' : fillTemplate(parsed, (field) => exampleOf(field, alias));
}

function mailPreview(draft: SettingsDraft, alias: string) {
  const { name, email, message } = preview.example;
  const fields = fieldsOf(draft).slice(0, MOST_FIELDS);
  const sender = fillIn(textOf(draft['sender_name']), alias);
  const subject = fillIn(textOf(draft['subject']), alias);
  const lines = fields.map((field) => `${titleOf(field)}: ${exampleOf(field.name ?? '', alias)}`);
  if (lines.length === 0) lines.push(`${email} – ${message}`);
  return h('div', { class: 'sheet' }, [
    h('p', { class: 'from' }, sender || fill(preview.via, { name, form: alias })),
    h('p', { class: 'about' }, subject || `${name} · ${alias}`),
    lines.map((line, at) => h('p', { key: at, class: 'soft' }, line)),
  ]);
}

function pagePreview(draft: SettingsDraft) {
  const redirect = textOf(draft['redirect']);
  if (redirect !== '') {
    return h('p', { class: 'sheet' }, `${preview.redirect} `, h('code', {}, redirect));
  }
  const name = textOf(membersOf(draft['website'])['name']);
  return h('div', { class: 'sheet page' }, [
    name !== '' && h('p', { class: 'soft' }, name),
    h('p', { class: 'about' }, preview.title),
    h('p', {}, textOf(draft['success_message']) || preview.thanks),
    name !== '' && h('p', { class: 'way' }, fill(preview.back, { name })),
  ]);
}

/** The effect of the settings while they are being edited: an example mail, and the page its visitor sees. */
export const previewOf = (draft: SettingsDraft, alias: string) =>
  h('div', { class: 'preview' }, [
    h('h4', {}, preview.mail),
    mailPreview(draft, alias),
    h('h4', {}, preview.page),
    pagePreview(draft),
  ]);
