import { LIMITS } from '../contract/limits.ts';
import type { Words } from './words.ts';

const NOT_SENT = 'Message not sent';
const TRY_LATER = 'Your message was not delivered. Please try again later.';

const OUR_FAULT = {
  title: 'That did not work',
  message: 'Something went wrong on our side. Please try again later.',
};

/** English. */
export const en: Words = {
  tag: 'en',
  name: 'English',
  quote: (text) => `“${text}”`,
  accepted: {
    title: 'Message sent',
    thanks: 'Thank you. Your message was received.',
    test: 'This was a test submission.',
    echo: (quoted) => `It said: ${quoted}.`,
    close: 'You can close this page, or go back to the form.',
    backTo: (name) => `Back to ${name}`,
  },
  challenge: {
    working:
      'To keep out spam, your browser is doing a short calculation. Your message is sent right after it.',
    files:
      'Your message is still here, but no page can keep files: choose them again below. Meanwhile, to keep out spam, your browser is doing a short calculation.',
    sending: 'The calculation is done. Your message is being sent.',
    ready: 'The calculation is done. Send your message with the button.',
    failed: 'The calculation did not work in this browser. Your message was not sent.',
    button: 'Send message',
    local:
      'The calculation happens on your device. Nothing about you is stored for it or passed on.',
    noScript:
      'Your message was not sent yet. To keep out spam, this form asks browsers for a short calculation, which needs JavaScript.',
    turnOn: 'Turn on JavaScript for this page, then press the button.',
    again: 'Try again',
    unusual:
      'The form asks this only of messages that look unusual, or while very many arrive. You can also go back, leave out links, and send it again later.',
    otherWay: 'You can also reach the owner of this form another way:',
    written: 'What you wrote',
  },
  errorCode: 'Error code:',
  otherError: { title: 'That did not work', message: 'Something went wrong.' },
  visitor: {
    submission_empty: {
      title: 'Nothing to send',
      message: 'The form was empty. Fill in at least one field.',
    },
    submission_too_large: {
      title: 'Too much to send',
      message: 'Your message is larger than this form can take. Shorten it, then send it again.',
    },
    file_uploads_unsupported: {
      title: 'Files cannot be sent',
      message: 'This form cannot take files. Remove the file and send the text alone.',
    },
    too_many_files: {
      title: 'Too many files',
      message:
        'You have chosen more files than this form takes at once (at most {count}). Your message was not sent. Choose fewer files, then send it again.',
    },
    file_type_refused: {
      title: 'This kind of file cannot be sent',
      message:
        'This form does not take files of this type, whatever their name says. Your message was not sent. Choose a file of another type, then send it again.',
    },
    file_infected: {
      title: 'A file is infected',
      message:
        'One of the files contains malware, so your message was not sent. Remove that file, then send the rest again.',
    },
    file_too_large: {
      title: 'Files too large',
      message:
        'The files are larger than this form can take (at most {size} together). Your message was not sent. Choose fewer or smaller files, then send it again.',
    },
    invalid_json: {
      title: 'This form cannot be read',
      message: 'The form arrived in a shape that cannot be read. Your message was not sent.',
    },
    unsupported_media_type: {
      title: 'This form cannot be read',
      message:
        'The form sends its fields in a way that is not supported. Supported are urlencoded, multipart/form-data and JSON, in UTF-8.',
    },
    invalid_redirect_url: {
      title: 'This form has a mistake',
      message:
        'Your message was not sent. The field {field} must be an absolute https:// address, like https://example.com/thanks.',
    },
    route_not_found: {
      title: 'No such form',
      message: 'This form does not exist, or it was deleted. Your message was not sent.',
    },
    inbox_not_verified: {
      title: 'Not active yet',
      message: 'This form is waiting for its owner to confirm it. Your message was not sent.',
    },
    origin_not_allowed: {
      title: 'This website may not send here',
      message:
        'This form only takes messages from the websites of its owner, and yours came from another. Your message was not sent.',
    },
    submission_invalid: {
      title: 'Some fields need another look',
      message: 'The form has not been sent yet. Please go back and check what you have entered.',
    },
    challenge_required: {
      title: 'One more step',
      message:
        'Your message was not sent yet: to keep out spam, this form asks browsers for a small calculation first. Send it again.',
    },
    monthly_allowance_exhausted: {
      title: 'Monthly limit reached',
      message:
        'This form has reached its monthly number of messages. Yours was not sent. Please try again next month.',
    },
    rate_limited: {
      title: 'Too many messages',
      message: 'Too many messages were sent in a short time. Wait a minute, then send yours again.',
    },
    delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    webhook_delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    invalid_idempotency_key: {
      title: 'This form has a mistake',
      message:
        'The form was sent with an Idempotency-Key that is not valid. Your message was not sent.',
    },
    idempotency_key_conflict: {
      title: 'This form has a mistake',
      message:
        'The form was sent with an Idempotency-Key that belongs to another message. Your message was not sent.',
    },
    config_incomplete: {
      title: 'This form is out of order',
      message: 'The service behind this form is not set up completely. Your message was not sent.',
    },
    internal_error: OUR_FAULT,
  },
  owner: {
    invalid_json: {
      title: 'Unknown choice',
      message:
        'The page sent a choice that we do not know. Open the link in the email again and use the buttons of its page.',
    },
    verification_token_required: {
      title: 'Link not complete',
      message: 'A part of the link is missing. Open the whole link from the email.',
    },
    verification_token_invalid: {
      title: 'Link not valid',
      message: 'This link is not valid. Open the whole link from the email.',
    },
    verification_token_expired: {
      title: 'Link expired',
      message: `This link is older than ${LIMITS.verificationTokenHours} hours.`,
    },
    verification_mismatch: {
      title: 'Link not valid',
      message: 'This link belongs to another address than the form delivers to.',
    },
    verification_unavailable: {
      title: 'Another link confirms this inbox',
      message: 'Here the mail provider confirms inboxes itself. Use the link in its email.',
    },
    route_not_found: {
      title: 'This form no longer exists',
      message: 'The form was deleted. There is nothing left to do.',
    },
    invalid_email: {
      title: 'Address not accepted',
      message: 'The mail provider does not accept this address.',
    },
    verified_destination_capacity: {
      title: 'No room for this inbox',
      message: 'This service cannot take more inboxes. Its operator has to make room.',
    },
    rate_limited: {
      title: 'Please wait a little',
      message: 'Several emails were sent to this inbox in a short time, so none was sent now.',
    },
    delivery_failed: {
      title: 'Email not sent',
      message: 'The email could not be sent. Please try again later.',
    },
    config_incomplete: {
      title: 'Out of order',
      message: 'This service is not set up completely. Its operator has to look after it.',
    },
    internal_error: OUR_FAULT,
  },
  variants: {
    doubtful_delivery: {
      title: 'Perhaps not delivered',
      message:
        'Your message may not have been delivered: the receiving mail server did not confirm it. If you send it again, it may arrive twice.',
    },
    refused_message: {
      title: 'Message refused',
      message:
        'The receiving mail server refused your message. If you send the same message again, it will be refused again.',
    },
    too_large_for_mail: {
      title: 'Too long to deliver',
      message:
        'Your message is larger than the receiving mail server takes. Please shorten it and send it again.',
    },
    overloaded: {
      title: 'One moment, please',
      message: 'Too much is on its way right now. Please try again in a few seconds.',
    },
    late_body: {
      title: 'It took too long',
      message:
        'Your message did not arrive completely in time, so nothing was sent. A slow or interrupted connection is the usual reason.',
    },
    outdated_link: {
      title: 'Link out of date',
      message:
        'This link is from before the form was stopped. Use the link in the newest email about it.',
    },
    unapproved_form: {
      title: 'Not approved yet',
      message:
        'The owner of the inbox has not approved this form yet. Until then it takes only a few messages a month. Yours was not sent.',
    },
    outdated_change: {
      title: 'This change no longer waits',
      message: 'A later change replaced it, or the link is too old.',
    },
    blocked_file: {
      title: 'This kind of file cannot be sent',
      message:
        'Email providers block files like this one: programs, scripts, disk images, and archives with one of them. Your message was not sent. Choose another file, then send it again.',
    },
    other_origins: {
      title: 'The form has its websites already',
      message: 'It only accepts messages from certain websites already. Nothing was changed.',
    },
    ended_origin_link: {
      title: 'This link has ended',
      message: `It was used before, or is older than ${LIMITS.originLinkDays} days. Newer emails of the form have a new link; in your forms and settings you can list websites at any time.`,
    },
    ended_hand_over: {
      title: 'This offer has ended',
      message:
        'The form has changed since it was offered, was stopped, or has another inbox. Its owner can offer it again.',
    },
    ended_copy: {
      title: 'These copies have ended',
      message:
        'The form no longer offers copies to this inbox, or they were stopped. The owner of the form can have this inbox asked again.',
    },
    refused_question: {
      title: 'You have said no to this',
      message:
        'You refused what this link was about, so it is over. The owner of the form can ask you again once you allow such mails again.',
    },
    paused_form: {
      title: 'This form is paused',
      message: 'The owner of this form has paused it. Your message was not sent.',
    },
    bounced_inbox: {
      title: 'Not reachable at the moment',
      message:
        'The mailbox behind this form takes no mail at the moment. Your message was not sent.',
    },
    too_many_fields: {
      title: 'Too much to send',
      message: `This form has more than ${LIMITS.submissionFields} fields. Your message was not sent.`,
    },
    long_field_name: {
      title: 'This form has a mistake',
      message: `A field of this form has a name longer than ${LIMITS.fieldNameCharacters} characters. Your message was not sent.`,
    },
  },
  fields: {
    valueMissing: {
      text: 'Fill in this field.',
      choice: 'Choose one of the options.',
      tick: 'Tick this box.',
      ticks: 'Tick at least one of these boxes.',
      file: 'Choose a file.',
    },
    typeMismatch: {
      email: 'Enter an email address, like name@example.com.',
      emails: 'Enter email addresses, separated by commas.',
      url: 'Enter a whole web address, like https://example.com.',
    },
    patternMismatch: 'Enter this in the format that the form asks for.',
    tooLong: 'Shorten this to at most {maxlength} characters.',
    tooShort: 'Write at least {minlength} characters.',
    rangeUnderflow: {
      number: 'Enter {min} or more.',
      moment: 'Enter {min} or later.',
      time: 'Enter a time from {min} to {max}.',
    },
    rangeOverflow: {
      number: 'Enter {max} or less.',
      moment: 'Enter {max} or earlier.',
      time: 'Enter a time from {min} to {max}.',
    },
    stepMismatch: {
      number: 'Enter a number that fits: {base}, and steps of {step} from there.',
      moment: 'Enter a value that fits: only certain ones can be chosen here.',
    },
    badInput: {
      number: 'Enter a number.',
      date: 'Enter a date, as YYYY-MM-DD.',
      time: 'Enter a time, as HH:MM.',
      moment: 'Enter a date and a time, as YYYY-MM-DDTHH:MM.',
      option: 'Choose one of the options that the form has.',
      single: 'Enter a single value.',
      file: 'Send a file here: the form has to be sent as multipart/form-data.',
      noFile: 'This field takes no file.',
      singleFile: 'Choose a single file.',
    },
    unknownField: 'Leave this field out: the form does not have it.',
  },
  givenBack: {
    lead: 'Your message has not been sent yet. What you have written is still here: correct the fields below, then send it again.',
    check: 'Please check:',
    optional: '(optional)',
    choose: 'Choose…',
    typed: (text) => `You wrote: ${text}`,
    chooseAgain: 'Please choose your files again.',
    leftOut: {
      title: 'Not part of this form',
      explanation: 'The form does not take these fields. They are left out when you send it again.',
    },
    send: 'Send again',
  },
  hints: {
    back: 'Go back to the form with your browser’s back button.',
    backAndRetry: 'Go back to the form with your browser’s back button. Then try again later.',
    tellOwner: 'Please tell the owner of the website.',
    unchanged: 'Nothing was changed.',
    wholeLink: 'Some mail programs break long links. Copy the link as one line.',
    openAgainLater: 'Open the link again later.',
    closePage: 'You can close this page.',
  },
  doors: {
    home: {
      title: 'This is Letterslot',
      message:
        'It passes on what people write into forms on websites, as email to the owner of each form. It keeps none of it.',
    },
    develop: 'For developers',
    form: {
      title: 'This is the address of a form',
      message:
        'A form on a website sends its messages here. There is nothing to read at this address itself.',
      visitor: 'You wanted to write a message? Use the form on the website that you came from.',
      owner:
        'You are putting the form on your website? This address belongs into the form’s action, with the method POST.',
      code: 'Get the code',
    },
    noForm: { title: 'No such form', message: 'This form does not exist, or it was deleted.' },
    nothing: {
      title: 'There is nothing here',
      message:
        'Nothing is at this address. If you sent a form, your message was not delivered. Perhaps the link was cut off, or mistyped.',
    },
    create: 'Create a form',
  },
  facts: {
    name: 'Name chosen by the requester',
    inbox: 'Inbox',
    endpoint: 'Endpoint',
    formId: 'Form',
    elsewhere: {
      webhook: {
        instead: 'Submissions are not emailed but sent to a web address the requester chose',
        also: 'Submissions are also sent to a web address the requester chose',
      },
      slack: {
        instead: 'Submissions are not emailed but sent to a Slack channel the requester chose',
        also: 'Submissions are also sent to a Slack channel the requester chose',
      },
      discord: {
        instead: 'Submissions are not emailed but sent to a Discord channel the requester chose',
        also: 'Submissions are also sent to a Discord channel the requester chose',
      },
      teams: {
        instead:
          'Submissions are not emailed but sent to a Microsoft Teams channel the requester chose',
        also: 'Submissions are also sent to a Microsoft Teams channel the requester chose',
      },
      telegram: {
        instead: 'Submissions are not emailed but sent to a Telegram chat the requester chose',
        also: 'Submissions are also sent to a Telegram chat the requester chose',
      },
      ntfy: {
        instead: 'Submissions are not emailed but sent to an ntfy topic the requester chose',
        also: 'Submissions are also sent to an ntfy topic the requester chose',
      },
    },
  },
  chats: { cut: 'This message is too long for this place and was cut here.' },
  settings: {
    names: {
      language: 'Language of the emails',
      subject: 'Subject of the emails',
      sender_name: 'Sender name of the emails',
      redirect: 'Page after sending',
      success_message: 'Message after sending',
      website: 'Website',
      origins: 'Websites that may submit',
      fields: 'Fields',
      unknown_fields: 'Other fields',
      challenge: 'Spam challenge',
      files: 'Files',
      copies: 'Copies',
      targets: 'Other places',
      auto_reply: 'Automatic answer',
      encryption: 'Encryption',
      paused: 'Paused',
    },
    before: 'Now',
    after: 'After the change',
    none: 'not set',
    defaults: { origins: 'every website' },
    filesTaken: {
      count: 'at most {count} at once',
      bytes: 'at most {size} together',
      types: 'only {types}',
    },
    yes: 'yes',
    no: 'no',
  },
  verification: {
    open: {
      title: 'Deliver this form to your inbox?',
      explanation:
        'Once you confirm, whatever visitors send through this form is delivered as shown here.',
      button: 'Confirm this form',
      ignore:
        'You did not ask for this? Close the page. Nothing is delivered without your confirmation.',
    },
    confirmed: {
      title: 'The form is active',
      explanation: 'From now on, submissions are delivered as shown here.',
    },
    next: {
      code: 'Get the code',
      inbox: 'See all forms of this inbox',
    },
    expired: {
      title: 'Link expired',
      explanation: `This link is older than ${LIMITS.verificationTokenHours} hours.`,
      again: 'The person who created the form can have a new email sent.',
    },
    gone: {
      title: 'This form no longer exists',
      message: 'The form was deleted. There is nothing left to confirm.',
    },
  },
  owners: {
    handOver: {
      owner: {
        title: 'Hand this form over?',
        explanation:
          'If you agree, we ask the inbox below. Once it agrees too, messages go there and no longer to you, and only its owner can change the form. Inboxes that get copies go on getting them.',
        button: 'Hand over',
        ignore: 'You did not expect this? Close this page: nothing changes.',
      },
      to: 'New inbox',
      asked: {
        title: 'The other inbox has been asked',
        explanation: 'The form goes on delivering to you until that inbox has agreed.',
      },
      offer: {
        title: 'Take over this form?',
        explanation:
          'Once you agree, whatever visitors send through this form is delivered as shown here, to this inbox and to every other place listed. Only you can change the form then.',
        button: 'Take over this form',
        refuse: 'I do not want this',
        ignore:
          'You do not know this form? Close the page: nothing arrives without your agreement.',
      },
      encrypted:
        'Its emails are encrypted to the key below. If the key is not yours, you cannot read them: change the setting once you have taken over.',
      again: 'The owner of the form can have this inbox asked again.',
      done: {
        title: 'The form is handed over',
        explanation: 'It delivers to its new inbox from now on.',
      },
    },
    copies: {
      ask: {
        title: 'Get copies of this form’s messages?',
        explanation:
          'Once you agree, this inbox gets a copy of each message that visitors send through this form. Copies count towards the monthly limit of this inbox, and each has a link that stops them.',
        button: 'Get copies',
        refuse: 'I do not want this',
        ignore:
          'You do not know this form? Close the page: nothing arrives without your agreement.',
      },
      confirmed: {
        title: 'You get copies',
        explanation:
          'From now on, this inbox gets a copy of each message of this form. Each copy has a link that stops them.',
      },
      again: 'The owner of the form can have this inbox asked again.',
      stop: {
        title: 'Stop these copies?',
        explanation:
          'Once stopped, this inbox gets no more copies of this form’s messages. The form itself goes on.',
        button: 'Stop these copies',
      },
      askStop: {
        title: 'Stop these copies?',
        explanation:
          'Emails are quoted and forwarded, so we ask your inbox first. Open the link in the email that we send there.',
        button: 'Send the email',
      },
      sent: 'We have sent a link to the inbox that gets these copies.',
      stopped: {
        title: 'The copies are stopped',
        explanation: 'This inbox gets no more copies of this form’s messages.',
        undo: 'Stopped by mistake? You can take it back right away.',
        undoButton: 'Get copies again',
      },
    },
    stop: {
      title: 'Stop this form?',
      explanation:
        'Once stopped, the form delivers nothing more to your inbox until you confirm it again.',
      button: 'Stop this form',
      report: 'Stop and report as spam',
    },
    askStop: {
      title: 'Stop this form?',
      explanation:
        'Emails are quoted and forwarded, so we ask the inbox of this form first. Open the link in the email that we send there.',
      button: 'Send the email',
    },
    restart: {
      title: 'Start this form again?',
      explanation: 'The form was stopped. Once started, it delivers to your inbox again.',
      button: 'Deliver again',
    },
    restarted: { explanation: 'Submissions are delivered.' },
    waiting: {
      title: 'Waiting for your mail provider',
      explanation: 'The form delivers again as soon as your mail provider has confirmed the inbox.',
    },
    stopped: {
      title: 'The form is stopped',
      explanation: 'Nothing is delivered any more. Visitors see that their message was not sent.',
      undo: 'Stopped by mistake? You can start it again right away.',
      undoButton: 'Deliver again',
      again: 'To have it deliver again, you need a new confirmation link.',
      againButton: 'Send me a new confirmation link',
      removed: `A form that stays stopped for ${LIMITS.unverifiedRouteDays} days is removed.`,
    },
    quiet: {
      title: 'No email when this form falls silent?',
      explanation:
        'The form stays as it is. You just get no more emails when it usually delivers messages and none has come for a while.',
      button: 'Stop these emails',
      ignore: 'You want to keep getting them? Close this page.',
    },
    quieted: {
      title: 'You get no more of these emails',
      explanation: 'No email is sent when this form falls silent.',
      undo: 'Email me again',
    },
    answers: {
      title: 'Stop all automatic answers to this address?',
      explanation:
        'This address got an automatic answer because it was entered in a form of this service. Press the button, and no form of this service sends it such an answer any more.',
      button: 'Stop automatic answers',
      keep: 'Replies by people are not affected. You want to keep getting answers? Close this page.',
    },
    answersStopped: {
      title: 'No more automatic answers',
      explanation: 'No form of this service sends automatic answers to this address any more.',
      mistake: 'Was it a mistake? Then let them arrive again.',
      allow: 'Allow automatic answers',
    },
    answersAllowed: {
      title: 'Automatic answers arrive again',
      explanation: 'Forms of this service may answer this address automatically again.',
    },
    refuse: {
      title: 'You did not ask for this form?',
      explanation: `Then we remove the request and send no further confirmation emails to this inbox for ${LIMITS.refusalDays} days.`,
      button: 'Remove this request',
      keep: 'You did ask for it? Close this page and use the other link in the email.',
    },
    refused: {
      title: 'The request is removed',
      explanation: `This inbox gets no further confirmation emails for ${LIMITS.refusalDays} days.`,
      mistake: 'Was it a mistake? Then let such emails arrive again.',
      allow: 'Allow confirmation emails',
    },
    allowed: {
      title: 'Confirmation emails arrive again',
      explanation: 'The form that was removed has to be created again.',
      again: 'What you refused stays so until the owner of the form asks you again.',
    },
    refusalEnded: {
      title: 'This link has ended',
      message:
        'The form was confirmed from this inbox, or the link is too old. To stop a form, use the link at the end of its emails.',
    },
    approve: {
      title: 'Approve this form?',
      explanation:
        'The form is active because this inbox has confirmed before. Until you approve it, it may use only a small part of your deliveries of the month.',
      button: 'Approve this form',
      ignore:
        'You do not know this form? Do not approve it: stop it by the other link in the email.',
    },
    approved: {
      title: 'The form is approved',
      explanation: 'It may now use all deliveries of the month.',
    },
    change: {
      title: 'Accept this change?',
      explanation:
        'A change of the settings of your form was requested with its management token. It takes effect as soon as you accept it.',
      button: 'Accept the change',
      ignore:
        'You did not expect this? Close this page: nothing changes, and the request ends by itself.',
    },
    changed: { title: 'The settings have changed', explanation: 'The change is in effect now.' },
    origin: {
      title: 'Only accept messages from this website?',
      explanation:
        'This form then refuses messages that are sent from any other website. You can change that at any time in your forms and settings.',
      button: 'Only accept this website',
      website: 'Website',
      ignore:
        'This is not your website, or your form is on others too? Close this page: nothing changes.',
    },
    limited: {
      title: 'The form only accepts this website',
      explanation:
        'Messages from any other website are refused now. You can change that at any time in your forms and settings.',
    },
    otherOrigins: {
      title: 'The form has its websites already',
      explanation:
        'It only accepts messages from the websites below. You can change them in your forms and settings.',
    },
    spam: {
      title: 'Was this spam?',
      explanations: {
        suspicious:
          'From then on, this form gives the browser of a suspicious sender a short calculation before it takes the message. People hardly notice it; most programs that send spam give up.',
        always:
          'From then on, this form gives every sender’s browser a short calculation before it takes a message. People hardly notice it; most programs that send spam give up. Senders whose browser runs no scripts cannot send any more.',
      },
      notKept:
        'No message is kept here, so there is none to train a filter with. The button only changes the settings of this form.',
      buttons: { suspicious: 'Check suspicious senders', always: 'Check every sender' },
      ignore: 'It was no spam? Close this page: nothing changes.',
    },
    guarded: {
      title: 'The form checks its senders',
      explanation:
        'The setting below is in effect now. You can change it at any time in your forms and settings.',
    },
    notSpam: {
      title: 'Was this not spam?',
      explanation:
        'This form then no longer marks messages for this reason, and asks nobody for a calculation because of it. All other reasons still count.',
      button: 'Do not mark for this reason',
      mark: 'What the email said',
      marksAgain: 'Counts again',
      ignore: 'It was spam after all? Close this page: nothing changes.',
    },
    relaxed: {
      title: 'The form marks less',
      explanation: 'It no longer marks messages for the reason below.',
      undo: 'Mark for this reason again',
    },
    linkSent: {
      title: 'A new link is on its way',
      explanation: 'We have sent a link to the inbox of this form.',
      look: 'Look into your inbox, and into the spam folder too. This page can be closed.',
    },
  },
  mails: {
    label: (text) => `${text}:`,
    sentBy: (operator, why, formId) =>
      `Sent by ${operator} because ${why}${formId === undefined ? '' : ` (${formId})`}.`,
    stopForm: 'Stop this form',
    inboxPage: 'Your forms and settings',
    encrypted: {
      age: (form) =>
        `Your form “${form}” has a new message. It is encrypted to your age key: save the attachment message.eml.age, decrypt it, and open message.eml with your mail program. On a command line:`,
    },
    submission: {
      heading: { real: 'New submission', test: 'Test submission' },
      subject: (form) => `New submission: ${form}`,
      via: (name, form) => `${name} via ${form}`,
      why: (form) => `this inbox confirmed the form ${form}`,
      replies: {
        visitor: 'Replies go to the visitor, whose name and address nobody has checked.',
        nobody: 'The form has no address to reply to.',
      },
      sentFrom: (host) => `Sent from the website ${host}, as the sender’s browser says.`,
      onlyFrom: 'Only accept this website',
      whyCopy: (form) => `this inbox agreed to get copies of the form ${form}`,
      stopCopy: 'Stop these copies',
      wasSpam: 'This was spam',
      notSpam: 'This was not spam',
      marked: (reasons) => `Marked as suspicious because ${reasons}. It may still be genuine.`,
      both: (one, other) => `${one}, and ${other}`,
      reasons: {
        links: 'it has five or more web addresses',
        unusual_links: 'it has a web address that hides where it leads',
        markup: 'it has the markup of a link',
        gibberish: 'its text consists of random letters',
        foreign_script: 'it is mostly in a script that does not fit the form, and has a link',
        other_page: 'it was sent from a page of another website',
        foreign_trap: 'a field that people do not see is filled in',
        too_fast: 'it came faster than people fill in a form',
        repeat: 'the same was sent at least three times within ten minutes',
        many_forms: 'the same text was sent to at least three other forms within an hour',
        spam_filter: 'the spam filter of this service takes it for spam',
      },
    },
    answer: {
      subject: (form) => `Your message to ${form}`,
      why: (form) => `this address was entered in the form ${form}`,
      replies:
        'This is an automatic answer. Replies to it do not reach the owner of the form. You did not use the form? Then somebody else entered your address; ignore this mail, or stop such answers.',
      stop: 'Stop all automatic answers of this service to this address',
    },
    telling: [
      'hand your form over',
      'take over a form',
      'form was handed over',
      'form is yours now',
      'want copies of a form’s messages',
      'stop the copies of a form',
      'confirm this inbox',
      'new form delivers',
      'new form waits',
      'monthly limit of your forms',
      'stop your form',
      'form was stopped',
      'start your form again',
      'change of your form’s settings',
      'manage your forms',
      'form only accepts one website',
      'checks its senders more strictly',
      'marks fewer messages',
      'unusually many submissions',
      'place of your form no longer takes',
      'has fallen silent',
    ],
    confirm: {
      title: 'Confirm this inbox for a new form',
      subject: (operator) => `${operator}: confirm this inbox for a new form`,
      explanation:
        'Someone asked for a web form whose submissions are delivered as shown below. Nothing is delivered unless you confirm.',
      instruction: 'To confirm, open this page and press its button',
      button: 'Review and confirm',
      lifetime: `The link works for ${LIMITS.verificationTokenHours} hours.`,
      opens: `This opens a page with one button that confirms. The link works for ${LIMITS.verificationTokenHours} hours.`,
      ignore: `You did not ask for this? Ignore this mail. Without your confirmation nothing is delivered, and the request is removed by itself. To remove it now and get no such mails for ${LIMITS.refusalDays} days, open this page:`,
      refuse: 'I did not ask for this',
      why: 'this address was entered in a request for a form',
      notStored: 'Submissions are passed on and never stored.',
    },
    copy_ask: {
      title: 'Do you want copies of a form’s messages?',
      subject: (operator) => `${operator}: do you want copies of a form’s messages?`,
      explanation:
        'The owner of the web form below would like this inbox to get a copy of each message that its visitors send. Nothing arrives unless you agree, and every copy has a link that stops them.',
      button: 'Review and decide',
      lifetime: `The link works for ${LIMITS.verificationTokenHours} hours.`,
      ignore: `You do not want them? Ignore this mail: nothing arrives without your agreement. To get no such questions for ${LIMITS.refusalDays} days, say so on the same page:`,
      refuse: 'I do not want this',
      why: 'the owner of a form entered this address for copies',
    },
    copy_stop: {
      subject: 'Do you want to stop the copies of a form?',
      explanation:
        'Someone pressed “Stop these copies” in a copy that this inbox got. Was that you? Then stop them on the page that the link opens. Otherwise ignore this mail: the copies keep arriving.',
      button: 'Stop these copies',
      why: 'someone asked to stop the copies that this inbox gets of a form',
    },
    hand_over_ask: {
      subject: 'Do you want to hand your form over?',
      explanation:
        'Someone with the management token of your form wants to hand it over to the inbox below. Nothing changes until both you and that inbox have agreed.',
      to: 'New inbox',
      button: 'Review and decide',
      why: 'a form that delivers to this inbox is to be handed over',
    },
    hand_over_offer: {
      title: 'Do you want to take over a form?',
      subject: (operator) => `${operator}: do you want to take over a form?`,
      explanation:
        'The owner of the web form below would like to hand it over to this inbox. Messages of its visitors then arrive here. Nothing arrives unless you agree.',
      button: 'Review and decide',
      lifetime: `The link works for ${LIMITS.verificationTokenHours} hours.`,
      ignore: `You do not want it? Ignore this mail: nothing arrives without your agreement. To get no such questions for ${LIMITS.refusalDays} days, say so on the same page:`,
      refuse: 'I do not want this',
      why: 'the owner of a form entered this address to hand it over',
    },
    handed_over: {
      subject: 'Your form was handed over',
      explanation:
        'The other inbox has agreed: the form below delivers to it from now on, and no longer to you. Links in earlier mails of the form have no effect any more.',
      why: 'a form that delivered to this inbox was handed over',
    },
    taken_over: {
      subject: 'The form is yours now',
      explanation:
        'You have taken over the form below: messages of its visitors arrive here. Only you can change it now. A developer who looks after it needs a new management token, which you can make in your forms and settings; if the form has a webhook, make its new signing secret there too.',
      why: 'this inbox has taken over a form',
    },
    new_form: {
      subject: 'A new form delivers to this inbox',
      explanation: 'This inbox was confirmed before, so a new form is active at once.',
      approve: 'You want it? Approve it on the page that the link opens.',
      approveUntil: (deliveries, limit) =>
        `You want it? Approve it on the page that the link opens. Until you do, all forms of this inbox that you have not approved deliver at most ${deliveries} of its ${limit} submissions a month together.`,
      decline: 'You do not want it? Stop it by the link at the end of this mail.',
      button: 'Approve this form',
      why: 'this inbox has confirmed a form, and another one was made for it',
    },
    held_form: {
      subject: 'A new form waits for this inbox',
      explanation: `You stopped a form recently, so the new one below delivers nothing until you start it. You do not want it? Ignore this mail: the form is removed after ${LIMITS.unverifiedRouteDays} days.`,
      button: 'Start this form',
      why: 'someone asked for a form that delivers to this inbox',
    },
    quota: {
      why: 'a form of this inbox is used a lot',
      reached: {
        subject: 'The monthly limit of your forms is reached',
        explanation:
          'All deliveries of this month are used. Further submissions are refused until the month ends, and the people who send them see that.',
      },
      used: {
        subject: (percent) => `${percent} % of the monthly limit of your forms is used`,
        explanation:
          'Most deliveries of this month are used. Submissions beyond the limit are refused, and the people who send them see that.',
      },
      use: {
        label: 'Used',
        value: (used, limit) => `${used} of ${limit}, for all forms of this inbox together`,
      },
      resets: 'Resets on',
      raise: (operator) => `${operator} runs this service and can raise the limit.`,
      autofill: {
        label: 'Possibly lost to the spam trap',
        explanation:
          'Submissions dropped by the spam trap that look like a person whose browser filled the hidden field by itself. Check that the trap of your form is hidden and has autocomplete="off".',
      },
    },
    ask_stop: {
      subject: 'Do you want to stop your form?',
      explanation:
        'Someone pressed “Stop this form” in a mail of the form below. Was that you? Then stop it on the page that the link opens. Otherwise ignore this mail: the form keeps delivering.',
      button: 'Stop this form',
      why: 'someone asked to stop a form that delivers to this inbox',
    },
    stopped: {
      subject: 'Your form was stopped',
      explanation: `The form below was stopped by a link from one of its mails. It delivers nothing more, and it is removed after ${LIMITS.unverifiedRouteDays} days. You wanted that? Then there is nothing left to do.`,
      reported: `The form below was stopped and reported as spam by a link from one of its mails. It delivers nothing more, and it is removed after ${LIMITS.unverifiedRouteDays} days. You wanted that? Then there is nothing left to do.`,
      mistake: `It was a mistake, or someone else did it? Start the form again with this link. After ${LIMITS.verificationTokenHours} hours, ask for a new one at the end of any mail of the form.`,
      button: 'Start this form again',
      why: 'a form that delivered to this inbox was stopped',
    },
    restart: {
      subject: 'Start your form again?',
      explanation:
        'Someone asked to start the form below again, which you had stopped. If that was you, confirm it on the page that the link opens. Otherwise ignore this mail: the form stays stopped.',
      button: 'Start this form again',
      why: 'someone asked to start a form again that delivered to this inbox',
    },
    silence: {
      subject: 'Your form has fallen silent',
      explanation:
        'The form below usually delivers messages, and for a while none has come. Perhaps nobody wrote. Perhaps something on your website is broken: send yourself a message through the page to find out.',
      usual: {
        label: 'Before that',
        value: (active, of) => `messages on ${active} of ${of} days`,
      },
      since: {
        label: 'Last message',
        value: (date, days) => `${date}, and none in the ${days} days after it`,
      },
      check: 'What to look at',
      checks: {
        page: 'Is the form still on the page, and does it still post to the endpoint above?',
        origins: 'The form only accepts certain websites: has the address of yours changed?',
        challenge:
          'The form asks browsers for a calculation: does the page still load the script for it?',
      },
      refused: 'These submissions came since then and were not delivered:',
      once: 'You get this mail once. The next one can only come after the form has delivered again. You want none of them?',
      quiet: 'Do not tell me about this form again',
      why: 'a form that delivers to this inbox usually has messages and now has none',
    },
    proposal: {
      subject: 'A change of your form’s settings waits for you',
      explanation:
        'Somebody who has the management token of your form wants to change its settings as shown below. None of this takes effect until you accept it.',
      button: 'Look at the change',
      why: 'settings of a form that delivers to this inbox are about to change',
    },
    limited: {
      subject: 'Your form only accepts one website now',
      explanation:
        'Somebody pressed the button behind “Only accept this website” in an email of the form below. It now refuses messages that are sent from any other website. Was that you? Then there is nothing to do. If not, remove the website in the settings of the form, and it accepts every website again.',
      why: 'a form that delivers to this inbox was limited to one website',
    },
    guarded: {
      subject: 'Your form checks its senders more strictly now',
      explanation:
        'Somebody pressed the button behind “This was spam” in an email of the form below. It now checks its senders as shown, and marks messages for every reason. Was that you? Then there is nothing to do. If not, change it in the settings of the form.',
      why: 'the spam challenge of a form that delivers to this inbox was changed',
    },
    relaxed: {
      subject: 'Your form marks fewer messages now',
      explanation:
        'Somebody pressed the button behind “This was not spam” in an email of the form below. It no longer marks messages for the reason shown. Was that you? Then there is nothing to do. If not, let the form mark them again on the page that the link opens.',
      button: 'Mark for this reason again',
      why: 'a form that delivers to this inbox marks fewer messages',
    },
    target_off: {
      subject: 'A place of your form no longer takes messages',
      explanation: (status) =>
        `The place below answered that it no longer exists (HTTP ${status}). The form sends nothing there from now on; everything else goes on as before. To switch it on again, save the settings of the form once more, if need be with a new address of the place.`,
      place: 'Place',
      why: 'a place of a form that delivers to this inbox was switched off',
    },
    attack: {
      subject: 'Unusually many submissions to your form',
      explanation:
        'Far more comes to the form below than people send, most likely by programs. While this goes on, the form gives every sender’s browser a short calculation first, and only takes what solves it. It asks suspicious senders alone again once it is calm. To let it check every sender at all times, press the button on the page that the link opens.',
      unguarded:
        'Far more comes to the form below than people send, most likely by programs. The form asks no sender for a calculation, so what is not refused reaches your inbox and counts against your monthly limit. To let it check every sender from now on, press the button on the page that the link opens.',
      numbers: 'These are the numbers of today (UTC), until this email was written:',
      labels: {
        challenged: 'Asked for a calculation',
        refused: 'Refused',
        trapped: 'Dropped by the spam trap',
        marked: 'Delivered, marked as suspicious',
        delivered: 'Delivered in all',
      },
      button: 'Check every sender',
      once: 'You get at most one such email a day for all forms of this inbox.',
      why: 'unusually many submissions came to a form that delivers to this inbox',
    },
    inbox: {
      subject: 'Manage your forms',
      explanation:
        'Someone asked for a link to the forms that deliver to this inbox. Was that you? The page that it opens shows all of them; there you can change, stop and delete them.',
      button: 'Open the forms of {email}',
      lifetime: `The link works once, within ${LIMITS.sessionLinkMinutes} minutes. Anyone who has it can manage your forms: do not forward this mail.`,
      ignore: 'You did not ask for it? Ignore this mail: nothing changes.',
      why: 'someone asked for a link to the forms of this inbox',
    },
  },
  browser: {
    languages: 'Language',
    code: {
      framework: 'What is your website made with?',
      loading: 'Loading the code…',
      shown: 'The code for {framework} is shown.',
      notes: 'Notes on this code',
    },
    preview: 'Open the preview mailbox',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'The browser did not let us copy. The text is selected: press Ctrl+C.',
    retryAfter: 'Try again in {duration}.',
    errorCode: 'Error code:',
    errors: {
      invalid_email:
        'This is not a plain email address like name@example.com. Correct it and try again.',
      invalid_alias:
        'The name must have 1 to 120 visible characters on one line, without quotation marks or web addresses like https://…',
      rate_limited: 'Too many requests came in a short time.',
      verified_destination_capacity:
        'This service cannot take more inboxes. Please tell its operator.',
      route_not_found: 'This form no longer exists. Reload the page.',
      inbox_not_verified: 'The form is not active: its inbox has to be confirmed first.',
      submission_empty: 'The test was empty. Write a message first.',
      submission_too_large: 'The test is too large. Shorten the message.',
      submission_invalid: 'The test does not fit the fields of the form.',
      file_too_large: 'The files are too large for this form.',
      too_many_files: 'These are more files than the form takes.',
      file_type_refused: 'The form does not take files of this type.',
      file_infected: 'One of the files is infected with malware, so nothing was sent.',
      file_uploads_unsupported: 'The form does not take files.',
      challenge_required:
        'This form asks for a small calculation, and the browser did not get it done. Try again.',
      monthly_allowance_exhausted: 'This inbox has used up its deliveries of this month.',
      delivery_failed: 'The email could not be delivered. Please try again later.',
      config_incomplete: 'This service is not set up completely. Please tell its operator.',
      internal_error: 'Something went wrong on our side. Please try again later.',
      session_invalid: 'This link or session has ended. Have a new link sent.',
      settings_invalid:
        'Some settings were not accepted. Nothing was saved: correct the marked ones and save again.',
      settings_changed:
        'The settings were changed elsewhere in the meantime. What you typed is kept: look it over and save again.',
      unreachable: 'The service cannot be reached. Check your connection and try again.',
      other: 'That did not work.',
    },
    fault: { line: 'Line', notAccepted: 'This was not accepted:' },
    composer: {
      begin: 'Start with name, email and message',
      add: 'Add a field',
      kinds: {
        name: 'Name',
        email: 'Email',
        phone: 'Phone',
        company: 'Company',
        message: 'Message',
        text: 'Short text',
        choice: 'Choice',
        several: 'Several choices',
        consent: 'Consent',
        number: 'Number',
        date: 'Date',
        link: 'Link',
        file: 'File',
      },
      consent: 'I have read and accept the privacy policy',
      option: 'Option {number}',
      full: 'A form has at most {limit} fields.',
      up: 'Move up',
      down: 'Move down',
      remove: 'Remove',
      undo: 'Undo',
      moved: '{field} is now {place} of {total}.',
      removed: '{field} is removed.',
      restored: '{field} is back.',
      faulty: 'Needs correction',
      types: {
        text: 'One line of text',
        email: 'Email address',
        url: 'Web address',
        tel: 'Phone number',
        number: 'Number',
        date: 'Date',
        time: 'Time',
        'datetime-local': 'Date and time',
        textarea: 'Several lines of text',
        select: 'Drop-down list',
        radio: 'Buttons, choose one',
        checkbox: 'Checkbox',
        file: 'File',
        hidden: 'Hidden',
      },
      members: {
        label: 'Label',
        type: 'Kind of field',
        name: 'Name in the data',
        required: 'Required',
        options: 'Choices',
        multiple: 'Several values allowed',
      },
      hints: {
        name: 'What your website sends it as. Change it only before the form is in use.',
        options: 'One per line. To send something else than people read: value | text',
        oneBox: 'Empty: a single box.',
        pattern: 'A regular expression that the whole text has to match, like [0-9]{5}.',
        autocomplete: 'What browsers may fill in, like name, email or tel.',
      },
      moreTitle: 'More for this field',
      more: {
        minlength: 'Fewest characters',
        maxlength: 'Most characters',
        min: 'Smallest value',
        max: 'Largest value',
        step: 'Step',
        pattern: 'Pattern',
        autocomplete: 'Autofill',
        placeholder: 'Example in the empty field',
      },
      preview: 'Visitors will see this form',
      nothingSent: 'An example to try out: nothing of it is sent.',
      choose: 'Please choose',
      send: 'Send',
    },
  },
  start: {
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
        'With this token you can change and delete the form. It is shown only now and is not stored: keep it in a safe place.',
    },
    options: {
      title: 'Choose fields and spam protection',
      fields: 'Fields of the form',
      fieldsHint:
        'Without fields of your own, the form asks for name, email and message, and accepts any others.',
      challenge: 'Check suspicious submissions',
      challengeHint:
        'The browser of a visitor whose message looks like spam first solves a small puzzle by itself. People only wait a moment; robots mostly give up. No other service is involved.',
    },
    confirm: {
      look: 'We have sent an email to {email}. Open the link in it and press the button.',
      until: 'The link works until {time}.',
      waiting: 'Waiting for your confirmation…',
      again: 'Send the email again',
      busy: 'Sending…',
      sent: 'The email was sent again.',
      done: 'Your inbox is confirmed. The form is active.',
    },
    test: {
      explanation:
        'The test arrives as a real email, marked with [Test], and counts as one delivery.',
      message: 'Message',
      example: 'Hello! This is a test of my new form.',
      button: 'Send test',
      busy: 'Sending…',
      solving: 'The form asks for a small calculation first. The browser is doing it…',
      delivered: 'The mail server has accepted your test. Look into your inbox.',
      used: 'Deliveries used this month: {used} of {limit}.',
      inbox: 'See how your forms do, and change, stop or delete them',
    },
  },
  inbox: {
    title: 'Your forms',
    lead: 'See and change every form that delivers to your inbox. There is no password: a link in your mail lets you in.',
    noScript:
      'This page needs JavaScript. Without it, stop a form with the link at the end of its emails.',
    signIn: {
      title: 'Which inbox?',
      email: 'Your email address',
      hint: 'The address that your forms deliver to.',
      button: 'Send me a link',
      busy: 'Sending…',
      sent: 'Look into your mail',
      look: 'If a form delivers to {email}, an email with a link is on its way there. It works once, for 15 minutes.',
      nothing:
        'Nothing arrives? Look into the spam folder, and check the address: only the exact one of a form gets an email.',
      often: `You get at most ${LIMITS.inboxLinksPerHour.network} links an hour.`,
      again: 'Ask for another link',
      over: 'Your session has ended',
      overHint:
        'For your safety it lasts an hour. Have a new link sent and open it: this page then goes on, and nothing you typed is lost.',
      openTitle: 'Welcome back',
      openHint:
        'The link from your mail is used up when you continue. You then stay signed in for an hour. If this is not your inbox, close this page.',
      open: 'Show the forms of {email}',
      openBusy: 'Opening…',
      opened: 'You are signed in.',
    },
    states: { active: 'Active', waiting: 'Not delivering', paused: 'Paused' },
    list: {
      title: 'Forms of {email}',
      used: '{used} of {limit} deliveries of this month are used.',
      resets: 'All forms of this inbox share them. They start again on {date}.',
      counts: 'This month: {delivered} delivered, {failed} failed, {refused} refused',
      none: 'No form delivers to this inbox.',
      create: 'Create a form',
      leave: 'Sign out',
      leaveAll: 'Sign out everywhere',
      confirmNew: 'Confirm each new form',
      confirmNewHint:
        'On: a new form for this inbox waits until you start it. Off: it delivers at once, and you get an email about it.',
      saved: 'Saved.',
    },
    counts: {
      delivered: 'Delivered',
      failed: 'Failed',
      refused: 'Refused',
      day: '{delivered} delivered, {failed} failed, {refused} refused',
      trap: 'spam trap',
      date: 'Day',
      today: 'Today',
      table: 'Show the numbers',
    },
    view: {
      back: 'All forms',
      counts: 'The last 35 days',
      settings: 'Settings',
      code: 'Put the form on your website',
      endpoint: 'Endpoint of the form',
      test: 'Send a test',
      manage: 'Stop, renew, delete',
    },
    editor: {
      unset: 'Default',
      save: 'Save settings',
      saving: 'Saving…',
      saved: 'The settings are saved.',
      proposed:
        'A change was asked for with the management token and waits for you. Saving without it discards it.',
      take: 'Show the change below',
    },
    settings: {
      language: { hint: 'By default, that of the page on which the form was created.' },
      subject: {
        hint: '{form} is the name of the form, {name} what the visitor wrote into the field “name”, and so on. Write {{ for a brace.',
      },
      sender_name: { hint: 'Like the subject. The address stays that of this service.' },
      redirect: { hint: 'Where visitors go after sending: an address with https://' },
      success_message: { hint: 'What visitors read where you name no page.' },
      website: {
        hint: 'Shown to visitors after sending, with a way back.',
        members: { name: 'Name of the website', url: 'Address of the website' },
      },
      origins: {
        hint: 'One per line, like https://example.com or https://*.example.com. Empty: any website may submit.',
      },
      fields: {
        hint: 'The fields of the form, checked on the server as the browser checks them. Empty: any field is accepted.',
      },
      unknown_fields: {
        hint: 'What happens to a field that is not listed above. Without listed fields this has no effect.',
        options: { accept: 'Show it in the email', refuse: 'Refuse the submission' },
      },
      challenge: {
        hint: 'A calculation that the visitor’s browser makes by itself. It stops cheap robots and sends nobody elsewhere.',
        options: {
          off: 'None',
          suspicious: 'For suspicious submissions',
          always: 'For every submission',
        },
      },
      files: {
        hint: 'They are attached to the email and kept nowhere. While this is off, files are refused.',
        members: {
          max_count: 'Files in a message, at most',
          max_bytes: 'Megabytes of all files together, at most',
          types: 'Accepted types',
        },
      },
      copies: {
        hint: 'More inboxes that get each message. Each is asked first and can stop at any time.',
      },
      targets: { hint: 'Webhooks and chats that get each message after your inbox.' },
      auto_reply: {
        hint: 'A short email to visitors who give an address, once a day. Needs the spam challenge for every submission.',
        members: { subject: 'Subject', text: 'Text' },
      },
      encryption: {
        hint: 'Each email is encrypted to this key. Nobody else gets messages then: no copies and no other places.',
        members: { type: 'Kind', key: 'Public key' },
      },
      paused: { hint: 'While this is on, submissions are refused and nothing is delivered.' },
    },
    health: {
      bounced:
        'Mail to this inbox came back on {since}. Until it gets mail again, the form answers its visitors that it cannot deliver. Once it does, sign out, ask for a link and open it: all its forms then deliver again.',
      complaint:
        'A mail of this form was reported as spam on {since}, so it delivers nothing. If you want its mails, start it again at the end of this page.',
      healed:
        'This inbox gets mail again. From {since} to {until}, visitors were told that their messages could not be delivered.',
    },
    editors: {
      files: {
        allow: 'Visitors can attach files',
        none: 'The operator of this service does not allow files.',
        count: 'Empty: {count}',
        size: 'Empty: {size}, the most that this service takes',
        anyType: 'Nothing chosen: every type that mail providers deliver.',
        images: 'Images',
        office: 'Office documents',
        text: 'Text and tables',
        others: 'More types, one per line',
        othersHint: 'Media types like audio/mpeg, or audio/* for all of a kind.',
      },
      copies: {
        address: 'Address {number}',
        states: {
          not_asked: 'Not asked yet',
          asked: 'Asked, no answer yet',
          confirmed: 'Gets copies',
          stopped: 'Stopped by this inbox',
          refused: 'Does not want to be asked',
          bounced: 'Its mail came back',
        },
        again: 'Ask again',
        askedAgain: 'This inbox was asked again.',
        add: 'Add an address',
      },
      targets: {
        add: 'Add a place',
        how: {
          webhook:
            'A program of yours: it gets each message as JSON at this address, signed as Standard Webhooks describes.',
          slack:
            'In Slack: create an app at api.slack.com/apps, switch on “Incoming Webhooks”, add one to a channel and copy its URL.',
          discord:
            'In Discord: open the settings of the channel, then “Integrations” and “Webhooks”. Create one and copy its URL.',
          teams:
            'In Teams: choose “Workflows” in the menu of the channel, take a template that posts webhook requests, and copy its URL.',
          telegram:
            'In Telegram: create a bot with @BotFather, which gives you a token, and add the bot to the chat.',
          ntfy: 'The address of a topic, like https://ntfy.sh/a-name-nobody-guesses. Without a token, anyone who knows the topic can read it.',
        },
        bot: 'Token of the bot',
        access: 'Access token, where the topic needs one',
        chat: 'Chat or channel',
        chatHint: 'A number like -1001234567890, or @channel.',
        off: 'Switched off: this place answered that it no longer exists. Saving the settings switches it on again.',
        secret: 'Signing secret',
        secretOnce: 'It is shown only now. Give it to the program that checks the signatures.',
        rotate: 'Make a new signing secret when saving',
        rotateHint: 'The old one also signs for one more day.',
      },
      answer: {
        off: 'The operator of this service has switched automatic answers off: forms send no such mails. Leave the texts empty.',
        needs:
          'An automatic answer needs the spam challenge for every submission. Without it, robots could have this service send mail to strangers.',
        set: 'Use it for every submission',
        preview: 'Visitors will get this email',
      },
      encryption: {
        none: 'No encryption',
        keyHint: 'Paste it here, or take it from a file.',
        file: 'Take the key from a file',
        private:
          'This is a private key. It must stay with you alone, so it was neither kept nor sent. Use the public key instead.',
        unreadable: 'There is no OpenPGP or age key in this file.',
        lookUp: 'Look up your key with your mail provider',
        lookingUp: 'Looking it up …',
        notListed: 'The mail provider of your address publishes no key for it that can be used.',
        fingerprint: 'Fingerprint',
        compare: 'Compare it with the one that your own program shows.',
        loss: 'Without your private key nobody can read these emails, and we cannot recover them. Keep a backup of it.',
        ends: 'The key that emails of this form are encrypted to expires on {date}. Extend it in your program or make a new one, and save it here.',
        ended:
          'The key that emails of this form are encrypted to has expired. They are encrypted to it still. Extend it in your program or make a new one, and save it here.',
      },
    },
    preview: {
      mail: 'An email will look like this',
      page: 'Visitors will see this',
      redirect: 'Visitors are sent to',
      example: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        message: 'Hello, I have a question about your opening hours.',
      },
    },
    test: { failed: 'Not delivered to {place}.' },
    manage: {
      waits:
        'This form delivers nothing: you have stopped it, or not confirmed it yet. Start it if you want its emails.',
      restart: 'Start this form',
      restarted: 'The form is active.',
      stopHint: 'A stopped form delivers nothing until you start it again here.',
      stop: 'Stop this form',
      spam: 'Stop and report as spam',
      stopped: 'The form is stopped.',
      tokenHint:
        'The person who made the form has a management token, which can change and delete it. A new token makes the old one useless, and webhooks get new signing secrets.',
      handOverHint:
        'Hand the form over to another inbox, for example that of your client. It moves once that inbox agrees; the management token then stops working.',
      handOver: 'Hand over',
      handOverTo: 'Address of the new inbox',
      handOverAsked:
        'We have asked {email}, who can agree until {until}. Until then the form delivers to you.',
      handOverProposed:
        'The holder of the management token wants to hand the form over to {email}. We have sent you an email that asks you; its link works until {until}.',
      handOverWithdraw: 'Withdraw the offer',
      handOverWithdrawn: 'The offer was withdrawn. Its link has no effect any more.',
      newToken: 'Make a new token',
      token: 'Management token',
      tokenOnce: 'It is shown only now and is not stored: keep it in a safe place.',
      tokenMade: 'The new token is shown.',
      remove: 'Delete this form',
      removeQuestion: 'Delete this form for good? Its address stops working on every website.',
      removeNow: 'Delete for good',
      keep: 'Keep it',
      removed: 'The form is deleted.',
      busy: 'One moment…',
    },
  },
};
