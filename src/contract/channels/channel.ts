import type { ChatMessage } from './message.ts';

/** A text that a target of the settings has, like its URL. */
export interface TargetMember {
  /** The target works without it. */
  isOptional?: true;
  /** It only lets us in: a target with another one is the same place. */
  isKey?: true;
  /** Everybody who reads the settings may read it; others let their reader write to the target. */
  isOpen?: true;
  shape?: Shape;
  /** Keys of its label and hint in the editor's words; without a label, the editor omits it. */
  label?: string;
  hint?: string;
}

export interface Shape {
  like: RegExp;
  message: string;
}

/** The members of a target and where it may lead: the part of a channel that pages know too. */
export interface TargetType {
  /** The same in every language. */
  name: string;
  /** Its members, those that its editor shows in their order. */
  members: Readonly<Record<string, TargetMember>>;
  /** The service makes a secret for it, which signs its calls. */
  isSigned?: true;
  /** The hosts of its service, whole or as a suffix; undefined if anybody can run one. */
  hosts?: readonly string[];
  /** Path and query of its URLs. */
  path?: Shape;
  /** The same on other hosts, which the operator allows. */
  elsewhere?: Shape;
}

/** A replaced signing secret that still signs until a time in milliseconds since the epoch. */
export interface OldSecret {
  secret: string;
  until: number;
}

/** A target as its channel calls it: its settings, and the secrets that sign its calls. */
export interface TargetConfig {
  url: string;
  token?: string;
  chat_id?: string;
  /** `whsec_` and 32 bytes in base64 (Standard Webhooks); empty for channels that sign nothing. */
  secret: string;
  /** The one before it, for a day. */
  previous?: OldSecret;
}

/** The part that mail to the inbox has too. */
export interface Channel {
  /** Milliseconds before each further attempt, while a visitor waits and in the background. */
  retryAfter: { awaited: readonly number[]; queued: readonly number[] };
  /** The error code for a submitter who waited for a failed delivery. */
  failure: 'delivery_failed' | 'webhook_delivery_failed';
  /** The subject of a sentence about a delivery. */
  receiver: string;
  /** Sentences that tell the owner of a form what to do about a status. */
  advice?: Readonly<Record<number, string>>;
}

/** A submission as channels see it. */
export interface Sent {
  /** The short name of the delivery. */
  reference: string;
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  formId: string;
  alias: string;
  isTest: boolean;
  /** It says that an AI agent filled it in. */
  byAgent: true | undefined;
  subject: string | undefined;
  replyTo: string | undefined;
  suspicions: readonly string[] | undefined;
  fields(): Readonly<Record<string, string | readonly string[]>>;
  /** Name, size, type and hash of each file. */
  files: readonly object[] | undefined;
  /** The same as people read it. */
  message(): ChatMessage;
}

/** One attempt to call a receiver. */
export interface Attempt {
  /** Names the delivery, the same on every attempt. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  body: string;
  /** HMAC-SHA256 of a text, in base64 like its key. */
  hmac(key: string, text: string): string;
}

/** A channel that calls a receiver over HTTP. The form's owner must agree to each destination. */
export interface OutsideChannel extends Channel {
  /** Where it calls targets that name no URL. */
  usualUrl?: string;
  /** Shown to the owner for consent. The host has its own line, so no long address hides it. */
  destination(config: TargetConfig): { place: string; address: string };
  /** Equal for configurations of the same target; `PUT` of the same one keeps its state. */
  identity(config: TargetConfig): string;
  urlOf(config: TargetConfig): string;
  /** The body in JSON, the same on every attempt. */
  compose(sent: Sent, config: TargetConfig): string;
  /** Headers besides the usual ones. */
  headers?(config: TargetConfig, attempt: Attempt): Record<string, string>;
}

type Own = Pick<OutsideChannel, 'receiver' | 'compose'> & Partial<OutsideChannel>;

/**
 * A channel whose URL identifies each target. Call it with `@__PURE__`, so that bundlers leave it
 * out of pages.
 */
export const outsideChannel = (own: Own): OutsideChannel => ({
  destination: ({ url }) => ({ place: new URL(url).host, address: url }),
  identity: ({ url }) => url,
  urlOf: ({ url }) => url,
  retryAfter: { awaited: [], queued: [1_000, 4_000] },
  failure: 'delivery_failed',
  ...own,
});

/** Advice to the owner of a form. */
export const GONE =
  'Its address no longer exists: make a new one there and save it in the settings.';
export const MANY = 'It takes fewer messages at a time: wait a while.';

/** The only member of a target that its service gave a URL. */
export const BY_URL = { url: { label: 'url' } } as const;
