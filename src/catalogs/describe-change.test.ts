import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderChangePage } from '../web/pages/change-page.ts';
import { renderOpenVerificationPage } from '../web/pages/verification-page.ts';
import { describeChange } from './describe-change.ts';
import { wordsOf } from './languages.ts';

describe('a change of settings in words', () => {
  it('each place that messages go to is on a line of its own', () => {
    const after = ['Slack https://hooks.slack.com/services/a', 'Telegram @team (bot 1)'];
    const { lines } = describeChange(wordsOf('en'), { name: 'targets', before: [], after });
    assert.deepEqual(lines, [
      'Now: not set',
      'After the change:',
      ...after.map((line) => `| ${line}`),
    ]);
  });

  it('no line of a text can pose as a label of the page', () => {
    const words = wordsOf('en');
    const before = ['Hello', 'Now: not set'];
    const after = ['Hello', 'After the change: not set', ''];
    const { lines } = describeChange(words, { name: 'auto_reply', before, after });
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('| ')),
      ['Now:', 'After the change:'],
    );
    const page = renderChangePage(
      'en',
      'Contact',
      [{ name: 'auto_reply', before, after }],
      'token',
    );
    assert.equal(page.match(/(?:<dd>|<br \/>)\s*After the change/g)?.length, 1);
  });

  it('the page that asks for consent shows an automatic reply with its lines', () => {
    const page = renderOpenVerificationPage(
      'en',
      {
        formId: 'cfm_7K2MNP4QRSTVWXYZ',
        alias: 'Contact',
        address: 'owner@example.org',
        endpoint: 'https://forms.example/f/cfm_7K2MNP4QRSTVWXYZ',
        code: 'https://forms.example/start',
        elsewhere: [],
        settings: [{ name: 'auto_reply', after: ['We got it', 'Thank you.'] }],
      },
      'token',
    );
    assert.match(page, /<span class="said">“We got it\nThank you\.”<\/span>/);
  });
});
