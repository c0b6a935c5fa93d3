import type { OutsideChannel } from './channel.ts';

/** A place whose service shows messages to people: by the URL that it gave, or of a chat's bot. */
export interface Chat {
  /** Of `telegram`: the base of its Bot API. */
  url: string;
  token?: string;
  chatId?: string;
}

/**
 * A channel that follows the mail; two with one URL are one. Call it with `@__PURE__`, so that
 * bundlers leave it out of pages.
 */
export const chat = (
  own: Pick<OutsideChannel<Chat>, 'receiver' | 'compose'> & Partial<OutsideChannel<Chat>>,
): OutsideChannel<Chat> => ({
  fromTarget: ({ url = '', token }) => ({ url, ...(token !== undefined && { token }) }),
  destination: ({ url }) => ({ place: new URL(url).host, address: url }),
  identity: ({ url }) => url,
  urlOf: ({ url }) => url,
  retryAfter: { awaited: [], queued: [1_000, 4_000] },
  failure: 'delivery_failed',
  ...own,
});

export const GONE =
  'Its address no longer exists: make a new one there and save it in the settings.';
export const MANY = 'It takes fewer messages at a time: wait a while.';

/** The URL that its service gave for one place, which is its only member. */
export const BY_URL = { url: { label: 'url' } } as const;
