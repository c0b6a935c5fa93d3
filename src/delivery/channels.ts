import { formNameOf, referenceOf } from '../contract/names.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ChatMessage } from '../contract/channels/message.ts';
import { mailSubjectOf } from '../mail/mail-subject.ts';
import { fieldsToObject, toFileSummary } from '../mail/mail-facts.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { fill, explainMark } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';
import { OUTSIDE_CHANNEL_NAMES, OUTSIDE_CHANNELS } from '../contract/channels.ts';
import type { OutsideChannel, Sent, TargetConfig } from '../contract/channels/channel.ts';
import type { Delivery } from '../submissions/delivery.ts';
import type { DeliveryChannel, Ports } from '../submissions/ports.ts';
import type { ReturnPaths } from '../consent/bounces/bounce-token.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import type { OutsideTarget } from '../forms/targets/channels.ts';
import type { Context } from '../platform/context.ts';
import { EmailChannel } from './email.ts';
import type { HttpClient } from './http/client.ts';
import { HttpCalls } from './http/http-channel.ts';

/** Signs that show nothing or move others; joiners stay, which some scripts and emoji need. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/** A delivery in a chat: no files, because facts name them; no links, because many read it. */
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

/** How each channel delivers. */
export function openChannels(
  context: Context,
  mails: Pick<OwnerMails, 'letterhead' | 'ownerLinks'>,
  receivers: Pick<HttpClient, 'post'>,
  returnPaths: ReturnPaths,
): Ports['channels'] {
  const calls = new HttpCalls(context, receivers);
  const open = (channel: OutsideChannel): DeliveryChannel => {
    const call = {
      ...channel,
      compose: (delivery: Delivery, config: TargetConfig) =>
        channel.compose(toSent(delivery), config),
    };
    return { admit: (form, target) => calls.admit(call, form, target as OutsideTarget) };
  };
  const outside = OUTSIDE_CHANNEL_NAMES.map((name) => [name, open(OUTSIDE_CHANNELS[name])]);
  const email = new EmailChannel(context, mails, returnPaths);
  return { email, ...Object.fromEntries(outside) };
}
