import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSubmission } from '../submissions/posted/submission.ts';
import { checkFields } from './check-fields.ts';
import { fieldsOf } from '../../test/support/fields-of.ts';
import { listOf } from '../../test/support/list-of.ts';

type Input = Record<string, string | string[]>;

const givenOf = (input: Input) => fieldsOf({ message: 'm', comment: 'c', ...input });

const MESSAGE = [{ name: 'message' }, { name: 'comment' }];

/** The shown fields after the two real ones, and the names that a strict form refuses. */
function judge(input: Input) {
  const given = givenOf(input);
  const shown = Array.from(parseSubmission(given).fields.keys()).slice(2);
  const faults = checkFields({ fields: MESSAGE, unknown_fields: 'refuse' }, given);
  return { shown, unknown: faults.map(({ name }) => name) };
}

describe('what browsers and frameworks add', () => {
  const added: Input[] = [
    { _charset_: 'UTF-8' },
    { utf8: '✓' },
    { utf8: '&#x2713;' },
    { x: '12', y: '0' },
    { 'send.x': '12', 'send.y': '34' },
    { 'a.b.x': '-1', 'a.b.y': '65535' },
    { 'comment.dir': 'rtl' },
    { 'message-dir': 'ltr' },
    { 'comment.dir': 'ltr', 'message.dir': 'ltr' },
    ...[
      ['Submit', 'Send', 'Send message', 'Send your enquiry', 'Absenden'],
      ['Nachricht senden', 'Envoyer le message', 'Enviar', '提交', '送信', 'OK', ''],
    ]
      .flat()
      .map((submit) => ({ submit })),
    { Submit: 'Senden' },
    { btnSubmit: 'Send' },
    { commit: 'Create Message' },
    ...listOf(`
      frc-captcha-solution frc-captcha-response cap-token mcaptcha__token procaptcha-response
      smart-token mtcaptcha-verifiedtoken authenticity_token csrfmiddlewaretoken csrf_token _csrf
      _token _wpnonce _wp_http_referer __RequestVerificationToken __VIEWSTATE __VIEWSTATEGENERATOR
      __VIEWSTATEENCRYPTED __VIEWSTATE1 __EVENTVALIDATION $ACTION_ID_7f3a $ACTION_1:0
      1_$ACTION_REF_2 _method form_build_id
    `).map((name) => ({ [name]: 'a1b2' })),
  ];
  for (const input of added) {
    it(`${JSON.stringify(input)} is neither shown nor unknown`, () =>
      assert.deepEqual(judge(input), { shown: [], unknown: [] }));
    it(`${JSON.stringify(input)} is shown where the form declares it`, () => {
      const declared = Object.keys(input).map((name) => ({ name }));
      const { fields } = parseSubmission(givenOf(input), { declared });
      assert.deepEqual(Array.from(fields.keys()).slice(2), Object.keys(input));
    });
  }

  const own: Input[] = [
    { x: '12' },
    { y: '12' },
    { x: 'wide', y: '12' },
    { x: ['1', '2'], y: '3' },
    { x: '1.5', y: '2' },
    { 'send.x': '12' },
    { 'send.x': '1', 'other.y': '2' },
    { 'other.dir': 'rtl' },
    { 'comment.dir': 'left' },
    { dir: 'ltr' },
    { utf8: 'is a charset' },
    { token: 'a' },
    { method: 'post' },
    { direction: 'ltr' },
    { form_id: '7' },
  ];
  for (const input of own)
    it(`${JSON.stringify(input)} is a field of the page`, () => {
      const names = Object.keys(input);
      assert.deepEqual(judge(input), { shown: names, unknown: names });
    });

  for (const submit of ['Yes, I come', 'No', 'Send to sales', 'Book a table', 'Decline'])
    it(`the button ${submit} may be a choice, so it is shown; it is never unknown`, () =>
      assert.deepEqual(judge({ submit }), { shown: ['submit'], unknown: [] }));
});
