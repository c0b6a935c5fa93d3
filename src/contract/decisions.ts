import { LIMITS } from './limits.ts';
import { answer, FORM_TYPE, get, post, routeAnswer, type Operation } from './operation.ts';

/**
 * The kind of a fact in a token. A list names its possible words; `time` is in milliseconds; `id`
 * has neither dots nor spaces; `text` and `words` may have any.
 */
export type FactKind = 'form' | 'hash' | 'id' | 'text' | 'time' | 'time?' | 'words';

/** A link in a mail: a page with buttons, and what they do. */
interface DecisionRow {
  /** If it is not `/v1/routes/` and the name of the row. */
  path?: string;
  /** The decision whose tokens it takes, if not its own. */
  purpose?: string;
  /** Who may decide: the current owner of the form's inbox, or the recipient of the mail. */
  by: 'owner' | 'reader';
  /** The facts that its token proves, in this order. */
  facts: Record<string, FactKind | readonly string[]>;
  /** Possible faults of both operations, if not those of `FORM_LINK`. */
  errors?: Operation['errors'];
  /** The title and the button in English are those of its example. */
  show: Page & { title: string; button: string };
  press: Page & { answers: Operation['answers'] };
  /** The values of `choice` that its buttons post; the first button posts none. */
  choices: readonly string[];
  /** Mail programs press its first button (RFC 8058). */
  oneClick?: true;
}

interface Page {
  id: string;
  summary: string;
  description: string;
  /** Further faults. */
  errors?: Operation['errors'];
}

const ANY_LINK = [
  'verification_token_required',
  'verification_token_invalid',
  'rate_limited',
  'internal_error',
] as const;

/** Of links that work while their form exists. */
const FORM_LINK = [...ANY_LINK, 'route_not_found'] as const;

const ONE_CLICK =
  'Mail programs call it with the token in the query and `List-Unsubscribe=One-Click` as the body (RFC 8058).';

/** Links in mails that let readers decide. Operations, handlers, tokens and pages use the rows. */
export const DECISIONS = {
  verify: {
    by: 'reader',
    facts: { form: 'form', owner: 'hash', expiresAt: 'time', stoppedAt: 'time?' },
    errors: ANY_LINK,
    show: {
      id: 'showVerification',
      summary: 'Show the confirmation page',
      description:
        'The page that the verification email links to. In verified delivery mode the mail provider has a page ' +
        'of its own.',
      errors: ['verification_unavailable'],
      title: 'Deliver this form to your inbox?',
      button: 'Confirm this form',
    },
    press: {
      id: 'verifyRoute',
      summary: 'Confirm the inbox',
      description: 'Consumes the emailed token and activates the route. Repeating it succeeds.',
      answers: { 200: routeAnswer('The route is active.') },
      errors: [
        'route_not_found',
        'verification_token_expired',
        'verification_mismatch',
        'verification_unavailable',
      ],
    },
    choices: [],
  },
  approve: {
    by: 'owner',
    facts: { form: 'form', since: 'time' },
    show: {
      id: 'showApproval',
      summary: 'Show the page that approves a form',
      description:
        'The page that the email about a new form links to, where the inbox had confirmed before.',
      title: 'Approve this form?',
      button: 'Approve this form',
    },
    press: {
      id: 'approveForm',
      summary: 'Approve a form',
      description:
        'A form that is active at once, because its inbox had confirmed before, shares with all others ' +
        `like it ${LIMITS.unapprovedPercent} % of the month, or ${LIMITS.unapprovedDeliveries} deliveries where that is more, until its owner approves it. ` +
        'Repeating it succeeds. A form that its owner has stopped is answered as it is.',
      answers: { 200: routeAnswer('The route as it is now.') },
    },
    choices: [],
  },
  refuse: {
    by: 'reader',
    facts: { form: 'form', subject: 'hash', sentAt: 'time' },
    errors: ANY_LINK,
    show: {
      id: 'showRefusal',
      summary: 'Show the page for those who did not ask for a form',
      description: 'The page that every verification email links to.',
      title: 'You did not ask for this form?',
      button: 'Remove this request',
    },
    press: {
      id: 'refuseForm',
      summary: 'Say that a form was not asked for',
      description:
        `Removes the waiting route and has its address get no verification email for ${LIMITS.refusalDays} days; only ` +
        'a keyed hash of it is kept. With the choice `allow` such emails arrive again. The link has no effect ' +
        'on a route that was ever confirmed.',
      answers: { 200: answer('What the link says is settled.', 'RefusalResult') },
    },
    choices: ['allow'],
  },
  stop: {
    by: 'owner',
    facts: { form: 'form', kind: ['stop', 'ask', 'restart'], stoppedAt: 'time?' },
    show: {
      id: 'showStop',
      summary: 'Show the page that stops a form',
      description:
        'The page that every delivered email links to. It shows what a press of its button does, or how to ' +
        'start a stopped form again, and no address.',
      title: 'Stop this form?',
      button: 'Stop this form',
    },
    press: {
      id: 'stopForm',
      summary: 'Stop a form',
      description:
        'With the token of `List-Unsubscribe`: withdraws the confirmation of the inbox. The route ' +
        'waits for it again and delivers nothing; an email tells the owner, with the way back. With the choice ' +
        '`spam` it counts as reported. New routes of the inbox wait for its ' +
        `click for ${LIMITS.newFormHoldDays} days after a stop, and after one for spam until its owner says otherwise. Replies quote the link in the text of an email, so its ` +
        `token only has the inbox asked by an email. Repeating it succeeds. ${ONE_CLICK}`,
      answers: {
        200: routeAnswer('The route is stopped and waits for its inbox.'),
        202: routeAnswer('The inbox was sent an email that asks whether to stop the route.'),
      },
      errors: ['delivery_failed'],
    },
    choices: ['spam'],
    oneClick: true,
  },
  restart: {
    purpose: 'stop',
    by: 'owner',
    facts: { form: 'form', kind: ['stop', 'ask', 'restart'], stoppedAt: 'time?' },
    show: {
      id: 'showRestart',
      summary: 'Show the page that starts a stopped form again',
      description:
        'The page that an email about a stop links to in verified delivery mode; in arbitrary mode it ' +
        'links to the confirmation page.',
      title: 'Stop this form?',
      button: 'Stop this form',
    },
    press: {
      id: 'restartForm',
      summary: 'Start a stopped form again',
      description:
        'For the owner who wants a stopped form back: with the token of a stop link, the inbox is sent ' +
        'an email with a link that starts the form. The token of that link belongs to this one stop; ' +
        'in verified delivery mode it is posted here.',
      answers: {
        200: routeAnswer('No email was sent: this is the state of the route now.'),
        202: routeAnswer('The email was sent; the route stays stopped until its link is used.'),
      },
      errors: [
        'invalid_email',
        'verified_destination_capacity',
        'delivery_failed',
        'config_incomplete',
      ],
    },
    choices: [],
  },
  spam: {
    by: 'owner',
    facts: { form: 'form', from: ['mail', 'notice'] },
    show: {
      id: 'showSpam',
      summary: 'Show the page that makes a form ask for challenges',
      description: 'The page behind "This was spam" in the email of a submission.',
      title: 'Was this spam?',
      button: 'Check suspicious senders',
    },
    press: {
      id: 'reportSpam',
      summary: 'Say that a submission was spam',
      description:
        'Sets `challenge` to the choice, or to `suspicious` without one, unless it is ' +
        'stricter already, and lets every reason to mark submissions count again. No message is kept, so ' +
        'none is handed to a filter. An email tells the owner if something changed. Repeating it succeeds. ' +
        ONE_CLICK,
      answers: { 200: routeAnswer('The form asks for challenges.') },
    },
    choices: ['suspicious', 'always'],
    oneClick: true,
  },
  'not-spam': {
    by: 'owner',
    facts: { form: 'form', reasons: 'words' },
    show: {
      id: 'showNotSpam',
      summary: 'Show the page that lets a form mark less',
      description: 'The page behind "This was not spam" in the email of a marked submission.',
      title: 'Was this not spam?',
      button: 'Do not mark for this reason',
    },
    press: {
      id: 'reportNotSpam',
      summary: 'Say that a marked submission was not spam',
      description:
        'The form no longer marks submissions, or asks for a challenge, for the reasons in that email. The ' +
        'owner is mailed first; if that fails, nothing changes. With the choice `undo` the reasons count ' +
        'again. Repeating it succeeds.',
      answers: { 200: routeAnswer('The form marks no submission for these reasons.') },
      errors: ['delivery_failed'],
    },
    choices: ['undo'],
  },
  origin: {
    by: 'owner',
    facts: { form: 'form', site: 'text', at: 'time' },
    show: {
      id: 'showOrigin',
      summary: 'Show the page that limits a form to one website',
      description:
        'The page that the email of a submission links to while the form takes submissions of every website.',
      title: 'Only accept messages from this website?',
      button: 'Only accept this website',
    },
    press: {
      id: 'setOrigin',
      summary: 'Limit a form to one website',
      description:
        'Sets `origins` to the website that the submission came from, and nothing else. A form that has ' +
        'origins keeps them. An email tells the owner. Repeating it succeeds; once the owner lifts the limit, the links of ' +
        `before have ended, and each ends after ${LIMITS.originLinkDays} days.`,
      answers: { 200: routeAnswer('The form only takes submissions of this website.') },
      errors: ['verification_token_expired', 'verification_mismatch'],
    },
    choices: [],
  },
  settings: {
    by: 'owner',
    facts: { form: 'form', at: 'time', content: 'hash' },
    show: {
      id: 'showChange',
      summary: 'Show a change of settings that waits',
      description:
        'The page that the email about a change of settings links to, with every difference.',
      title: 'Accept this change?',
      button: 'Accept the change',
    },
    press: {
      id: 'acceptChange',
      summary: 'Accept a change of settings',
      description:
        'The owner of the inbox accepts the change that the link is about; one that was replaced or is ' +
        'too old changes nothing. Repeating it succeeds.',
      answers: {
        200: answer('The settings as they are now.', 'FormSettingsView'),
      },
      errors: ['verification_mismatch'],
    },
    choices: [],
  },
  quiet: {
    by: 'owner',
    facts: { form: 'form' },
    show: {
      id: 'showQuiet',
      summary: 'Show the page that ends the notices of silence',
      description: 'The page that the email about a form that fell silent links to.',
      title: 'No email when this form falls silent?',
      button: 'Stop these emails',
    },
    press: {
      id: 'quietForm',
      summary: 'End the notices of silence of a form',
      description:
        'The owner gets no email any more when this form usually delivers and falls silent. With the choice ' +
        '`undo` they get it again. Repeating it succeeds.',
      answers: { 200: routeAnswer('The route, which this does not change otherwise.') },
    },
    choices: ['undo'],
  },
  copy: {
    by: 'reader',
    facts: { form: 'form', inbox: 'hash', subject: 'hash', since: 'time', expiresAt: 'time' },
    show: {
      id: 'showCopy',
      summary: 'Show the page that asks an inbox whether it wants copies',
      description:
        'The page that the email to such an inbox links to. A question that was refused is answered with 404.',
      title: 'Get copies of this form’s messages?',
      button: 'Get copies',
    },
    press: {
      id: 'answerCopy',
      summary: 'Say whether an inbox wants copies',
      description:
        'The inbox gets a copy of each message from then on; repeating it succeeds. With the choice `refuse` it ' +
        `gets none, and no verification email of any form for ${LIMITS.refusalDays} days, also when the link is too old to agree. ` +
        'The link is answered with 404 then; with `allow` such emails arrive again.',
      answers: { 200: answer('How the inbox stands now.', 'CopyResult') },
      errors: ['verification_token_expired', 'verification_mismatch'],
    },
    choices: ['refuse', 'allow'],
  },
  'copy-stop': {
    by: 'reader',
    facts: { form: 'form', inbox: 'hash', kind: ['stop', 'ask'] },
    show: {
      id: 'showCopyStop',
      summary: 'Show the page that ends copies',
      description: 'The page that each copy links to. It shows no address.',
      title: 'Stop these copies?',
      button: 'Send the email',
    },
    press: {
      id: 'stopCopy',
      summary: 'End the copies of an inbox',
      description:
        'With the token of `List-Unsubscribe`: this inbox gets no more copies, and nothing else changes; ' +
        'the choice `undo` takes it back. Replies quote the link in the text of a copy, so ' +
        `its token only has the inbox asked by an email. Repeating it succeeds. ${ONE_CLICK}`,
      answers: {
        200: answer('How the inbox stands now.', 'CopyResult'),
        202: answer('The inbox was sent an email that asks.', 'CopyResult'),
      },
      errors: ['delivery_failed'],
    },
    choices: ['undo'],
    oneClick: true,
  },
  'hand-over': {
    by: 'reader',
    facts: {
      form: 'form',
      side: ['owner', 'next'],
      inbox: 'hash',
      subject: 'hash',
      nonce: 'id',
      expiresAt: 'time',
    },
    show: {
      id: 'showHandOver',
      summary: 'Show the page that hands a form over',
      description:
        'The page that the emails about a hand-over link to; the inbox that would get the form sees all of its ' +
        'settings. An offer that was refused is answered with 404.',
      title: 'Hand this form over?',
      button: 'Hand over',
    },
    press: {
      id: 'agreeToHandOver',
      summary: 'Agree to a hand-over',
      description:
        'With the token of its owner: the other inbox is asked. With the token of that inbox: the form delivers to ' +
        'it from then on. Repeating it succeeds. With the choice `refuse` the offer is over, its link is answered with ' +
        `404, and that inbox gets no verification email of any form for ${LIMITS.refusalDays} days; with \`allow\` such ` +
        'emails arrive again. A later offer ends the links of earlier ones.',
      answers: {
        200: answer('How it stands now.', 'HandOverOutcome'),
        202: answer('The other inbox was asked.', 'HandOverOutcome'),
      },
      errors: ['verification_token_expired', 'verification_mismatch', 'delivery_failed'],
    },
    choices: ['refuse', 'allow'],
  },
  answers: {
    path: '/v1/answers/stop',
    by: 'reader',
    facts: { subject: 'hash' },
    errors: ANY_LINK,
    show: {
      id: 'showAnswers',
      summary: 'Show the page that stops automatic replies',
      description: 'The page that every automatic reply to a visitor links to.',
      title: 'Stop all automatic replies to this address?',
      button: 'Stop automatic replies',
    },
    press: {
      id: 'stopAnswers',
      summary: 'Stop all automatic replies to an address',
      description:
        'From then on no form of this deployment sends the address an automatic reply; only a keyed hash of ' +
        'it is kept, for ten years. With the choice `allow` they arrive again. Repeating it succeeds. ' +
        ONE_CLICK,
      answers: {
        200: answer('Whether they arrive from now on.', 'AnswersResult'),
      },
    },
    choices: ['allow'],
    oneClick: true,
  },
} as const satisfies Record<string, DecisionRow>;

type Rows = typeof DECISIONS;

export type DecisionName = keyof Rows;

export const DECISION_NAMES = Object.keys(DECISIONS) as DecisionName[];

type FullRow = DecisionRow & Required<Pick<DecisionRow, 'path' | 'errors'>>;

/** The row of a decision with its defaults, typed by its interface rather than its literal type. */
export const decisionOf = (name: DecisionName): FullRow => ({
  path: `/v1/routes/${name}`,
  errors: FORM_LINK,
  ...DECISIONS[name],
});

const COMMON = { rate: 'client', tag: 'Decisions', pages: 'owner' } as const;

const PAGE = { 200: { description: 'A page with a button.', mediaType: 'text/html' } } as const;

/** For a button that its link does not have. */
const UNKNOWN_CHOICE = 'invalid_json';

/** The message of that error. */
export const unknownChoice = (choices: readonly string[]): string =>
  `Send \`choice\` with one of these values, or leave it out: ${choices.join(', ')}.`;

function showOperation({ path, errors, show }: FullRow): Operation {
  return {
    ...COMMON,
    ...get(path),
    summary: show.summary,
    description: `${show.description} Opening it changes nothing.`,
    parameters: ['token'],
    answers: PAGE,
    errors: [...errors, ...(show.errors ?? [])],
  };
}

function pressOperation({ path, errors, press, choices, oneClick }: FullRow): Operation {
  const hasChoice = choices.length > 0;
  const properties = {
    token: { type: 'string' },
    ...(hasChoice && { choice: { type: 'string', enum: choices } }),
    ...(oneClick && { 'List-Unsubscribe': { type: 'string', enum: ['One-Click'] } }),
  };
  return {
    ...COMMON,
    ...post(path),
    summary: press.summary,
    description: press.description,
    parameters: oneClick ? ['emailedToken'] : [],
    body: {
      read: 'form',
      limit: LIMITS.verifyBodyBytes,
      schema: { type: 'object', ...(!oneClick && { required: ['token'] }), properties },
      examples: { [FORM_TYPE]: { token: 'cfm_7K2MNP4QRSTVWXYZ.3q2-7wAB' } },
    },
    answers: press.answers,
    errors: [...errors, ...(hasChoice ? ([UNKNOWN_CHOICE] as const) : []), ...(press.errors ?? [])],
  };
}

export type DecisionOperationId = Rows[DecisionName]['show' | 'press']['id'];

/** A page that changes nothing, and its buttons, for each decision. */
export const DECISION_OPERATIONS = Object.fromEntries(
  DECISION_NAMES.map(decisionOf).flatMap((row) => [
    [row.show.id, showOperation(row)],
    [row.press.id, pressOperation(row)],
  ]),
) as Record<DecisionOperationId, Operation>;
