import { formNameOf, referenceOf } from '../contract/names.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ChatMessage } from '../contract/channels/message.ts';
import { mailSubjectOf } from '../mail/mail-subject.ts';
import { fieldsToObject, toFileSummary } from '../mail/mail-facts.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { fill, explainMark } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';
import { OUTSIDE_CHANNEL_NAMES, OUTSIDE_CHANNELS } from '../contract/channels.ts';
import type { OutsideChannel, Sent } from '../contract/channels/channel.ts';
import type { Delivery } from '../submissions/delivery.ts';
import type { Ports } from '../submissions/ports.ts';
import type { Log } from '../platform/log/log.ts';
import { createEmailChannel } from './email.ts';
import type { Post } from './http/call.ts';
import { createHttpChannels } from './http/http-channel.ts';

/** Signs that show nothing or move others; joiners stay, which some scripts and emoji need. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/** What a chat shows of a delivery: no files, whose names are among the facts, and no links, for many read chats. */
function toChatMessage({ route, submission, facts }: Delivery): ChatMessage {
  const words = wordsOf(mailLanguageOf(route));
  const { suspicions, test } = submission;
  const { label } = words.mails;
  const shown = [
    {
      label: words.facts.formId,
      value: toSingleLine(formNameOf(route), LIMITS.fieldNameCharacters),
    },
    ...facts,
  ];
  return {
    title: withoutHidden(mailSubjectOf(route, submission)),
    marked: suspicions ? explainMark(words, suspicions) : '',
    facts: shown.map((fact) => ({
      label: fill(label, { text: withoutHidden(fact.label) }),
      value: withoutHidden(fact.value),
    })),
    isTest: test !== undefined,
    cut: words.chats.cut,
  };
}

/** A delivery as channels over HTTP see it. */
export function toSent(delivery: Delivery): Sent {
  const { id, at, route, submission } = delivery;
  const { subject, replyTo, test, suspicions, files, byAgent } = submission;
  return {
    at,
    reference: referenceOf(id),
    formId: route.formId,
    alias: route.alias,
    isTest: test !== undefined,
    byAgent,
    subject,
    replyTo,
    suspicions,
    fields: () => fieldsToObject(submission.fields),
    files: files?.map(toFileSummary),
    message: () => toChatMessage(delivery),
  };
}

type Parts = Parameters<typeof createEmailChannel>[0] & { post: Post; log: Log };

/** How each channel delivers. */
export function createChannels({ post, log, ...mail }: Parts): Ports['channels'] {
  const overHttp = createHttpChannels({ post, log, now: mail.now });
  const open = (channel: OutsideChannel) =>
    overHttp({
      ...channel,
      compose: (delivery, config) => channel.compose(toSent(delivery), config),
    });
  const outside = OUTSIDE_CHANNEL_NAMES.map((name) => [name, open(OUTSIDE_CHANNELS[name])]);
  return { email: createEmailChannel(mail), ...Object.fromEntries(outside) };
}
