import type { StartWords } from './words.ts';

/** English. */
export const words: StartWords = {
  tag: 'en',
  name: 'English',
  languages: 'Language',
  title: 'Create a form',
  lead: 'What people send through your form arrives in your inbox, and nothing of it is kept. No account is needed.',
  noScript:
    'This page needs JavaScript. Without it, create a form with the command in /llms.txt on this server.',
  steps: {
    create: 'Say where messages go',
    confirm: 'Confirm your inbox',
    code: 'Put the form on your website',
    test: 'Send a test',
  },
  stepDone: 'done',
  create: {
    email: 'Your email address',
    emailHint: 'Messages are delivered here. Visitors never see it.',
    alias: 'Name of the form',
    aliasHint: 'Appears in the subject of each email.',
    aliasExample: 'Contact form',
    button: 'Create form',
    busy: 'Creating…',
    done: 'Your form is created.',
    endpoint: 'Endpoint of your form',
    token: 'Management token',
    tokenHint:
      'With this token you can delete the form. It is shown only now and is not stored: keep it in a safe place.',
  },
  confirm: {
    look: (email) => `We have sent an email to ${email}. Open the link in it and press the button.`,
    until: (time) => `The link works until ${time}.`,
    waiting: 'Waiting for your confirmation…',
    again: 'Send the email again',
    busy: 'Sending…',
    sent: 'The email was sent again.',
    preview: 'Open the preview mailbox',
    done: 'Your inbox is confirmed. The form is active.',
  },
  code: {
    framework: 'What is your website made with?',
    loading: 'Loading the code…',
    shown: (framework) => `The code for ${framework} is shown.`,
    notes: 'Notes on this code',
  },
  test: {
    explanation:
      'The test arrives as a real email, marked with [Test], and counts as one delivery.',
    message: 'Message',
    example: 'Hello! This is a test of my new form.',
    button: 'Send test',
    busy: 'Sending…',
    delivered: 'The mail server has accepted your test. Look into your inbox.',
    used: (used, limit) => `Deliveries used this month: ${used} of ${limit}.`,
  },
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser did not let us copy. The text is selected: press Ctrl+C.',
  retryAfter: (duration) => `Try again in ${duration}.`,
  errorCode: 'Error code:',
  errors: {
    invalid_email:
      'This is not a plain email address like name@example.com. Correct it and try again.',
    invalid_alias:
      'The name must have 1 to 120 visible characters on one line, without quotation marks or web addresses like https://…',
    rate_limited: 'Too many requests came in a short time.',
    verified_destination_capacity:
      'This service cannot take more inboxes. Please tell its operator.',
    route_not_found: 'This form no longer exists. Reload the page to create a new one.',
    inbox_not_verified: 'The form is not active: its inbox has to be confirmed first.',
    submission_empty: 'The test was empty. Write a message first.',
    submission_too_large: 'The test is too large. Shorten the message.',
    monthly_allowance_exhausted: 'This inbox has used up its deliveries of this month.',
    delivery_failed: 'The email could not be delivered. Please try again later.',
    config_incomplete: 'This service is not set up completely. Please tell its operator.',
    internal_error: 'Something went wrong on our side. Please try again later.',
    unreachable: 'The service cannot be reached. Check your connection and try again.',
    other: 'That did not work.',
  },
};
