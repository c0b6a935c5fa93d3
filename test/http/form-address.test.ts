import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendRaw } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const FORM = 'application/x-www-form-urlencoded';

it('/f/<id>/ is /f/<id> for every method, without a redirect', async (test) => {
  const service = await startService(test);
  const { form_id: id } = await service.activeRoute();
  const form = { 'content-type': FORM };
  for (const [at, path] of [`/f/${id}/`, `/f/${id}/?utm=1`].entries()) {
    const posted = { method: 'POST', headers: form, body: `message=${at}` };
    const answer = await service.request(path, posted);
    assert.deepEqual([answer.status, answer.json.ok], [200, true]);
    const page = await service.request(path, { headers: { accept: 'text/html' } });
    assert.deepEqual([page.status, page.headers.get('location')], [200, null]);
    assert.equal((await service.request(path)).status, 405);
    assert.equal((await service.request(path, { method: 'PUT' })).status, 405);
    assert.equal((await service.request(path, { method: 'OPTIONS' })).status, 204);
  }
  const absolute = await sendRaw(
    service.url,
    `POST ${service.url}/f/${id}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: ${FORM}\r\nContent-Length: 9\r\n\r\nmessage=z`,
  );
  assert.match(absolute, /^HTTP\/1.1 200/);
  assert.equal(service.sink.mails.length, 3);
  for (const path of [`/f/${id}//`, '/f//', '/v1/routes/', '/health/']) {
    assert.equal((await service.request(path, { method: 'POST' })).status, 404, path);
  }
});
