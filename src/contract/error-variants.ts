import { LIMITS } from './limits.ts';

/** What is wrong more exactly than its code says: the envelope's sentence, which pages word anew. */
export const ERROR_VARIANTS = {
  /** The mail server took the whole message and did not answer. */
  doubtful_delivery:
    'The message may not have been delivered: the receiving server did not confirm it. ' +
    'It was not counted; sending it again may deliver it twice.',
  /** The mail server refused the message or its recipient with a permanent reply. */
  refused_message:
    'The receiving server refused this message for good: the same message will be refused again. ' +
    'It was not delivered and nothing was counted.',
  /** The mail of it is larger than the mail server takes. */
  too_large_for_mail:
    'The message is larger than the receiving server takes, and will be refused again unless it is ' +
    'shorter. It was not delivered and nothing was counted.',
  /** There is no room for the body among those in flight. */
  overloaded: 'Too much is on its way at the moment. Please try again in a few seconds.',
  /** A link from before the owner stopped the form. */
  outdated_link:
    'This link is from before the form was stopped. Use the link in the newest email about it.',
  /** The share of the month that the unapproved forms of an inbox have is used up, not the month. */
  unapproved_form:
    'The owner of the inbox has not approved this form yet, and such forms may deliver only a ' +
    'small part of the month. To lift this, the owner opens the link "Approve this form" in the ' +
    'email "A new form delivers to this inbox".',
  too_many_fields: `The submission has more than ${LIMITS.submissionFields} fields.`,
  long_field_name: `A field name is longer than ${LIMITS.fieldNameCharacters} characters.`,
} as const;

export type ErrorVariant = keyof typeof ERROR_VARIANTS;
