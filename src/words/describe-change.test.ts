import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderOpenVerificationPage } from '../web/pages/verification-page.ts';
import { describeChange } from './describe-change.ts';
import { wordsOf } from './languages.ts';

describe('a change of settings in words', () => {
  it('each place that messages go to is on a line of its own', () => {
    const after = ['Slack https://hooks.slack.com/services/a', 'Telegram @team (bot 1)'];
    const { lines } = describeChange(wordsOf('en'), { name: 'targets', before: [], after });
    assert.deepEqual(lines, ['Now: not set', `After the change: ${after[0]}`, after[1]]);
  });

  it('the page that asks for consent shows an automatic answer with its lines', () => {
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
