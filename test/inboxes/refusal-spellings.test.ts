import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkedToken, startService } from '../support/service.ts';

/** The address that refuses, other spellings of its inbox, and an inbox that is not meant. */
const INBOXES: [refusing: string, spellings: string[], neighbour: string][] = [
  ['vic.tim@gmail.com', ['victim@gmail.com', 'V.i.ctim+x@googlemail.com'], 'vic-tim@gmail.com'],
  ['victim@proton.me', ['vic-tim@pm.me', 'v_i.ctim+1@protonmail.com'], 'victims@proton.me'],
  ['vic.tim@ya.ru', ['vic-tim@yandex.com', 'vic.tim+x@yandex.ru'], 'victim@ya.ru'],
  ['vic.tim@icloud.com', ['vic.tim@me.com', 'vic.tim+x@mac.com'], 'victim@icloud.com'],
  ['victim@fastmail.com', ['shop@victim.fastmail.com', 'victim+x@fastmail.com'], 'v@fastmail.com'],
  ['vic.tim@outlook.com', ['Vic.Tim+x@outlook.com'], 'vic.tim@hotmail.com'],
  ['vic.tim@example.com', ['VIC.TIM+x@example.com'], 'victim@example.com'],
];

describe('refusals and the spellings of an inbox', () => {
  for (const [refusing, spellings, neighbour] of INBOXES) {
    it(`a refusal by ${refusing} holds for every spelling of its inbox`, async (test) => {
      const service = await startService(test);
      await service.create({ email: refusing });
      const body = new URLSearchParams({ token: linkedToken(service, 'refuse') });
      const refused = await service.request('/v1/routes/refuse', { method: 'POST', body });
      assert.equal(refused.status, 200);
      for (const email of [refusing, ...spellings]) {
        const { json } = await service.create({ email });
        assert.equal(json.error, 'rate_limited', email);
        assert.ok(json.retry_after_seconds > 29 * 86_400, email);
      }
      assert.equal((await service.create({ email: neighbour })).status, 202, neighbour);
    });
  }
});
