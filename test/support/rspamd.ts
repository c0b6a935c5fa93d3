import type { Owner } from './owner.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const testWord = (letter: string) =>
  `${letter}JS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X`;

/** Texts that Rspamd gives these actions to (rspamd.com/doc/other/gtube_patterns.html). */
export const RSPAMD_TEST_WORDS = { reject: testWord('X'), 'add header': testWord('Y') } as const;

export interface RspamdStandIn extends WebhookReceiver {
  /** Its RSPAMD_URL. */
  url: string;
}

/** Speaks Rspamd's protocol on loopback: rejects or marks its test words, and passes the rest. */
export async function startRspamd(owner?: Owner, password?: string): Promise<RspamdStandIn> {
  const receiver = await startWebhookReceiver(owner, { plain: true });
  receiver.answerWith((response) => {
    const call = receiver.calls.at(-1);
    if (call?.path !== '/checkv2') return void response.writeHead(404).end();
    if (call.headers['password'] !== password) {
      return void response.writeHead(401).end('{"error":"Unauthorized"}');
    }
    // Quoted-printable may break the line within the word.
    const text = call.body.replaceAll('=\r\n', '');
    const found = Object.entries(RSPAMD_TEST_WORDS).find(([, word]) => text.includes(word));
    const action = found?.[0] ?? 'no action';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ is_skipped: false, score: 0, required_score: 15, action }));
  });
  return { ...receiver, url: `http://127.0.0.1:${receiver.port}` };
}
