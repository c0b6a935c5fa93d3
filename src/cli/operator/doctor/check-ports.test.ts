import assert from 'node:assert/strict';
import { it } from 'node:test';
import { judgePorts, type PortAnswer } from './check-ports.ts';

const judge = (...answers: PortAnswer[]) =>
  judgePorts(
    'smtp.example.com',
    new Map([25, 465, 587, 2525].map((port, at) => [port, answers[at] ?? 'silent'])),
  );

it('doctor tells ports that a hoster closes from ports where nothing listens', () => {
  const closed = judge('silent', 'silent', 'silent', 'silent');
  assert.match(closed, /25, 465, 587, 2525 is closed: most hosters close .* send by HTTPS/);
  const other = judge('silent', 'silent', 'silent', 'open');
  assert.match(other, /answers at 2525, and the way to 25, 465, 587 is closed.*SMTP_PORT=2525$/);
  const wrong = judge('refused', 'open', 'open', 'silent');
  assert.match(wrong, /answers at 465, 587, and the way to 2525 is closed/);
  const none = judge('refused', 'refused', 'refused', 'refused');
  assert.match(none, /^nothing listens at 25, 465, 587, 2525 of smtp\.example\.com, which answers/);
});
