import { ERROR_CODES, type ErrorRow } from '../../contract/error-codes.ts';
import { FormSettings } from '../../contract/form-settings.ts';
import { FRAMEWORK_IDS } from '../../contract/enums.ts';
import type { TAGS } from '../../contract/operation.ts';
import { OPERATION_IDS, operationOf } from '../../contract/operations.ts';
import { LIMITS } from '../../contract/limits.ts';

/** What programs call: mailed links are for people, and the rest is above the list. */
const LISTED: ReadonlySet<keyof typeof TAGS> = new Set([
  'Install',
  'Routes',
  'Inbox',
  'Submissions',
]);

export const LISTED_OPERATIONS = OPERATION_IDS.map(operationOf).filter(({ tag }) =>
  LISTED.has(tag),
);

/** Short for the start of most paths. */
const FORM = '<form>';

const operationLines = () =>
  LISTED_OPERATIONS.map(({ method, path, summary }) => {
    const short = path.replace('/v1/routes/{formId}', FORM).replace('{formId}', '<form_id>');
    return `- ${method} ${short}: ${summary}.`;
  });

function errorLines(): string[] {
  const byStatus = Map.groupBy(Object.entries<ErrorRow>(ERROR_CODES), ([, { status }]) => status);
  const sorted = [...byStatus].toSorted(([one], [other]) => one - other);
  return sorted.map(([status, rows]) => {
    const codes = rows.map(([code, { retryable }]) => (retryable ? `${code}*` : code));
    return `- ${status}: ${codes.join(', ')}`;
  });
}

/** The first sentence of each description. */
function settingLines(): string[] {
  return Object.entries(FormSettings.properties).map(([name, { description }]) => {
    const [first = description] = /^.*?\.(?= |$)/.exec(description) ?? [];
    return `- ${name}: ${first.replaceAll('`', '')}`;
  });
}

function guide(publicUrl: string): string {
  return `## Make a form

1. Create it. Send an Idempotency-Key of your own (16 random bytes), so that a retry is safe:

   curl -X POST ${publicUrl}/v1/routes \\
     -H 'Content-Type: application/json' -H 'Idempotency-Key: <random>' \\
     -d '{"email":"owner@example.com","alias":"Contact form"}'

   The answer has form_id, endpoint (permanent), management_token (secret) and next_action.
   With "delivery": {"mode": "both", "webhook": {"url": "https://…"}} a signed webhook is called too, and webhook.secret is in
   the answer; "mode": "webhook" calls it instead of the email.

2. If next_action.type is "human_verification", a person has to open the verification email and
   confirm on the page it links to. No program can do this. Poll next_action.poll.url every
   ${LIMITS.pollIntervalSeconds} seconds until status is "active".

3. Get the code of an accessible form, and add its files to the website; framework is one of ${FRAMEWORK_IDS.join(', ')}:

   curl '${publicUrl}/v1/routes/<form_id>/install?framework=html'

   With &style=script it is a plain form and the script of this service, else code with all it needs in it; with &raw=1 it
   is the first file as plain text. Its form has the fields of the setting "fields", else name, email and message.
   A form of your own works as well:

   <form action="${publicUrl}/f/<form_id>" method="post">
     <label>Email <input name="email" type="email" autocomplete="email"></label>
     <label>Message <textarea name="message" required></textarea></label>
     <button>Send</button>
   </form>
   <script type="module" src="${publicUrl}/form.js"></script>

   Its script is optional: it sends without leaving the page, with errors at their fields.

4. Rehearse it, which sends nothing and says what each field does:

   curl -X POST ${publicUrl}/f/<form_id> -d message=Hello -d _dry_run=true

5. Test it; the mail's subject starts with [Test] and the answer has "test": true:

   curl -X POST ${publicUrl}/f/<form_id> -d message=Hello -d _test=true
`;
}

/** All users of a machine see the arguments of its programs. */
const BEARER = '-H @token';

function management(publicUrl: string): string {
  return `## Manage a form

Each of these needs the management_token, or a session of the inbox, as bearer. The commands read it from a file that others
cannot read, token, with the one line "Authorization: Bearer <management_token>"; ${FORM} is ${publicUrl}/v1/routes/<form_id>.
Send the verification email again, for a form that still waits:

   curl -X POST <form>/verification ${BEARER}

Read the settings, then change some (JSON Merge Patch, RFC 7396): null gives one its default; PUT replaces the whole document:

   curl <form>/settings ${BEARER}

   curl -X PATCH <form>/settings ${BEARER} \\
     -H 'Content-Type: application/merge-patch+json' -d '{"language":"de","redirect":"https://example.com/thanks"}'

Send one test to the inbox and every integration; "delivery" says which got it, "reasons" why one did not:

   curl -X POST <form>/test ${BEARER}

Count what came on each of the last ${LIMITS.countedDays} days:

   curl <form>/counts ${BEARER}

Make an access key for a website's own server, whose secret is in this answer alone:

   curl -X POST <form>/keys ${BEARER} \\
     -H 'Content-Type: application/json' -d '{"name":"Website"}'

Delete it for good:

   curl -X DELETE <form> ${BEARER}

Owners without the token: POST /v1/inbox/sessions with {"email": ...} mails a link, whose token
POST /v1/inbox/sessions/exchange turns into a session of an hour. The page ${publicUrl}/inbox does this.

## Settings

FormSettings in openapi.json has their schemas. What lets content reach a new place waits until the owner agrees.

${settingLines().join('\n')}
`;
}

const reservedFields = (publicUrl: string) => `## Reserved fields

Names are exact. Of several in a line the first that is filled in counts.

- _subject or subject: the subject of the email.
- email, _replyto or replyto, here in any case, like Email or replyTo: the reply-to, from the first that is one valid address.
- _redirect, redirect or _next: absolute https URL; after delivery the answer is 303 to it. _next may
  be a path like /thanks. A script in a browser gets JSON with next, and no 303.
- _format or format = json: attaches the fields as submission.json.
- _test: marks a test submission, which is delivered and counted; a value that is no word for yes or no is echoed.
- _dry_run=true: checks everything, sends and counts nothing, and says what each field would do.
- _agent=true: says that an AI agent filled the form in; its mail then says so.
- _gotcha, botcheck: spam traps; leave them empty.
- Captcha tokens and control fields of other services (_cc, _autoresponse, _webhook and the like)
  are neither honoured nor printed.
  To move a form here: ${publicUrl}/docs/migrating. A dry run names what differs.
`;

/** Contract, `GET /llms.txt`: the whole service on one page, for people and AI agents. */
export function renderLlmsText(publicUrl: string, monthlyLimit: number): string {
  const allowance =
    monthlyLimit === 0
      ? 'There is no monthly limit.'
      : `At most ${monthlyLimit} deliveries per inbox and month.`;
  return `# Letterslot

> One request turns an email address into a permanent form endpoint. What visitors post there arrives
> in that confirmed inbox as an email. No account, no API key. Nothing of a submission is stored.

Base URL: ${publicUrl}
OpenAPI: ${publicUrl}/openapi.json
Documentation: ${publicUrl}/docs
MCP: ${publicUrl}/mcp (Streamable HTTP, no authentication)

${guide(publicUrl)}
${management(publicUrl)}
${reservedFields(publicUrl)}
Bodies: application/x-www-form-urlencoded, multipart/form-data, or a flat JSON object,
with at most ${LIMITS.submissionFields} fields. Browsers are answered with a page, programs with JSON.
A 200 means that the mail server accepted the message. ${allowance}
A form with the setting files takes files as parts of multipart/form-data and attaches them to the mail; others answer 400
file_uploads_unsupported.
A form with the setting fields checks them as a browser does: 422 submission_invalid has every fault in errors,
[{"field", "code", "message"}], with the codes of HTML's ValidityState or unknownField.
Send an Idempotency-Key (16 random bytes, a new one for each submission) where you may have to send again: for
${LIMITS.submissionRetryHours} hours the same submission with the same key gets the first answer, and no second mail is sent.
A form with a challenge answers 428 challenge_required with "challenge": {algorithm, challenge, maxnumber, salt, signature}. Find
the number from 0 to maxnumber for which the hex SHA-256 of salt + number is challenge. Send the same submission again with
the field altcha: base64 of the JSON {"algorithm", "challenge", "number", "salt", "signature"}.
Messages are in the language of the form, else in that of Accept-Language, else in English; codes never change.
The answer's "reference", like K74M-2Q9D, names the submission for people: its mail has it too.

## Operations

${operationLines().join('\n')}

## Errors

Every error is {"success": false, "error": code, "message": text, "retryable": boolean, "docs": URL of what the code means}.
It may have errors, with each fault and its path or field, and did_you_mean. Codes with * may succeed later, after
retry_after_seconds where it is there.

${errorLines().join('\n')}
`;
}
