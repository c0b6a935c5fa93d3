import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Owner } from './owner.ts';

/** A mail as the mail server got it: its envelope, its bytes, and what a real parser reads. */
export interface ReceivedMail {
  from: string;
  recipients: string[];
  raw: string;
  email: Email;
}

export interface SmtpSink {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** How many sessions were opened since the start. */
  sessions(): number;
  /** How many whole messages came since the start, whatever was answered. */
  received(): number;
  /** Resolves when `count` more messages have come, answered or not. */
  taken(count: number): Promise<void>;
  /** Refuses every message from now on with this reply; undefined accepts again. */
  refuseWith(reply: { code: number; text: string } | undefined): void;
  /** Refuses an address in the envelope from now on, as its sender or its recipient. */
  refuseAddress(as: 'from' | 'to', address: string, code: number | undefined): void;
  /** From now on, never replies to this recipient or to its messages; `hanging` counts them. */
  hangFor(address: string, at: 'recipient' | 'message'): void;
  hanging(): number;
  /** How many envelopes were refused for their addresses. */
  refusedEnvelopes(): number;
  /** Waits this long, in milliseconds, before the reply to a message. */
  delay(milliseconds: number): void;
  /** Takes the whole message and closes the connection instead of replying. */
  vanishAfterData(vanish: boolean): void;
  /** Announces in later sessions that it takes no message of more octets (RFC 1870). */
  announceSize(octets: number): void;
  /** Allows this many sessions: further ones are greeted with 421. Open ones stay. */
  allowSessions(count: number): void;
  /** The most sessions that were open at the same time, refused ones left out. */
  peak(): number;
  /** Accepts without parsing or keeping, so that measurements are not of this server. */
  discard(discard: boolean): void;
  close(): Promise<void>;
}

/** Milliseconds that a closing server waits for its sessions: clients keep idle ones 20 seconds. */
const CLOSE_AT_ONCE = { closeTimeout: 1 };

/** Starts a server on a free loopback port until the test ends; returns the port. */
export async function listen(test: TestContext, server: SMTPServer): Promise<number> {
  Object.assign(server.options, CLOSE_AT_ONCE);
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  test.after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

/** True if a mail brings a submission, and is no mail to its owner about forms or the month. */
export const isDelivery = ({ raw }: Pick<ReceivedMail, 'raw'>): boolean =>
  raw.includes('\r\nLetterslot-Receipt: ');

/** Demands of an SMTP server before it accepts a mail. */
export interface Login {
  user: string;
  pass: string;
}

/**
 * A real SMTP server that keeps what it accepts, of those who log in if it has a login; on a free
 * loopback port, or at the port 25 of an address.
 */
export async function startSmtpSink(
  owner?: Owner,
  login?: Login,
  mxAddress?: string,
): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  let refusal: { code: number; text: string } | undefined;
  let wait = 0;
  let vanish = false;
  let discard = false;
  let sessions = 0;
  let received = 0;
  let allowed = Infinity;
  let peak = 0;
  const refusedAddresses = new Map<string, number | undefined>();
  let refusedEnvelopes = 0;
  const silent = new Map<string, 'recipient' | 'message'>();
  let hanging = 0;
  const isSilent = (address: string, at: 'recipient' | 'message') => {
    if (silent.get(address) !== at) return false;
    hanging += 1;
    return true;
  };
  const judge = (as: 'from' | 'to', address: string, done: (error?: Error) => void) => {
    const responseCode = refusedAddresses.get(`${as} ${address}`);
    if (responseCode === undefined) return done();
    refusedEnvelopes += 1;
    done(Object.assign(new Error('not this address'), { responseCode }));
  };
  const open = new Set<string>();
  const watchers = new Set<() => void>();
  const server = new SMTPServer({
    ...CLOSE_AT_ONCE,
    authOptional: !login,
    allowInsecureAuth: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth({ username, password }, _session, done) {
      const right = username === login?.user && password === login?.pass;
      done(right ? null : new Error('wrong user or password'), { user: username });
    },
    disableReverseLookup: true,
    onConnect({ id }, done) {
      sessions += 1;
      if (open.size >= allowed) {
        done(Object.assign(new Error('too many connections'), { responseCode: 421 }));
        return;
      }
      open.add(id);
      peak = Math.max(peak, open.size);
      done();
    },
    onClose: ({ id }) => void open.delete(id),
    onMailFrom: ({ address }, _session, done) => judge('from', address, done),
    onRcptTo: ({ address }, _session, done) => {
      if (!isSilent(address, 'recipient')) judge('to', address, done);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      } catch {
        // The connection ended in the middle: there is no message, and nobody to answer.
        return;
      }
      if (discard) return done();
      if (session.envelope.rcptTo.some(({ address }) => isSilent(address, 'message'))) return;
      received += 1;
      const raw = Buffer.concat(chunks);
      for (const watch of watchers) watch();
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (refusal) {
        const { code, text } = refusal;
        done(Object.assign(new Error(text), { responseCode: code }));
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        from: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map(({ address }) => address),
        raw: raw.toString('latin1'),
        email: await PostalMime.parse(raw),
      });
      if (vanish) for (const connection of server.connections) connection.close();
      else done();
    },
  });
  server.on('error', () => undefined);
  const [listenAt, host] = mxAddress === undefined ? [0, '127.0.0.1'] : [25, mxAddress];
  await new Promise<void>((resolve) => void server.listen(listenAt, host, () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  owner?.after(close);
  return {
    url: `smtp://${host}:${port}`,
    port,
    mails,
    sessions: () => sessions,
    received: () => received,
    taken(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const enough = received + count;
      const watch = () => {
        if (received < enough) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      return promise;
    },
    refuseWith: (reply) => void (refusal = reply),
    refuseAddress: (as, address, code) => void refusedAddresses.set(`${as} ${address}`, code),
    hangFor: (address, at) => void silent.set(address, at),
    hanging: () => hanging,
    refusedEnvelopes: () => refusedEnvelopes,
    delay: (milliseconds) => void (wait = milliseconds),
    vanishAfterData: (value) => void (vanish = value),
    announceSize: (octets) => void (server.options.size = octets),
    allowSessions: (count) => void (allowed = count),
    peak: () => peak,
    discard: (value) => void (discard = value),
    close,
  };
}
