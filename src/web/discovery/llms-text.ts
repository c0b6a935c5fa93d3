import { ERROR_CODES, type ErrorRow } from '../../contract/error-codes.ts';
import { FormSettings } from '../../contract/form-settings.ts';
import { ENDPOINT_PLACEHOLDER, FRAMEWORK_IDS } from '../../contract/enums.ts';
import { OPERATION_IDS, operationOf } from '../../contract/operations.ts';
import { LIMITS } from '../../contract/limits.ts';

function operationLines(): string[] {
  return OPERATION_IDS.map(operationOf).map(
    ({ method, path, summary, errors }) =>
      `- ${method} ${path}: ${summary}.${errors.length > 0 ? ` Errors: ${errors.join(', ')}.` : ''}`,
  );
}

function errorLines(): string[] {
  return Object.entries<ErrorRow>(ERROR_CODES).map(
    ([code, { status, retryable, description }]) =>
      `- ${code} (${status}${retryable ? ', retryable' : ''}): ${description}`,
  );
}

function settingLines(): string[] {
  return Object.entries(FormSettings.properties).map(
    ([name, { description }]) => `- ${name}: ${description.replaceAll('`', '')}`,
  );
}

function guide(publicUrl: string): string {
  return `## Make a form

1. Create it. Send an Idempotency-Key of your own (16 random bytes), so that a retry is safe:

   curl -X POST ${publicUrl}/v1/routes \\
     -H 'Content-Type: application/json' -H 'Idempotency-Key: <random>' \\
     -d '{"email":"owner@example.com","alias":"Contact form"}'

   The answer has form_id, endpoint (permanent), management_token (secret) and next_action.
   With a webhook in addition to the email; "mode": "webhook" calls it instead of the email:

   curl -X POST ${publicUrl}/v1/routes \\
     -H 'Content-Type: application/json' -H 'Idempotency-Key: <random>' \\
     -d '{"email":"owner@example.com","alias":"Contact form","delivery":{"mode":"both",
       "webhook":{"url":"https://hooks.example.com/letterslot"}}}'

   The answer has webhook.secret too: calls are signed as Standard Webhooks.

2. If next_action.type is "human_verification", a person has to open the verification email and
   confirm on the page it links to. No program can do this. Poll next_action.poll.url every
   ${LIMITS.pollIntervalSeconds} seconds until status is "active".

3. Get the code of an accessible form, made for this endpoint, and add its files to the website;
   framework is one of ${FRAMEWORK_IDS.join(', ')}:

   curl '${publicUrl}/v1/routes/<form_id>/install?framework=html'

   The answer has files, notes and test_command; with &raw=1 it is the first file as plain text.
   With &style=script it is a plain form and the script of this service, else code with all it needs in it.
   Its form has the fields of the setting "fields", else name, email and message.
   /v1/install has the same code with ${ENDPOINT_PLACEHOLDER} instead of the endpoint.
   A form of your own works as well:

   <form action="${publicUrl}/f/<form_id>" method="post">
     <label>Name <input name="name" autocomplete="name"></label>
     <label>Email <input name="email" type="email" autocomplete="email"></label>
     <label>Message <textarea name="message" required></textarea></label>
     <button>Send</button>
   </form>
   <script type="module" src="${publicUrl}/form.js"></script>

   Its script is optional: it sends without leaving the page, with errors at their fields. The form has data-state then
   (working, sent or failed), and gets the events letterslot:sent and letterslot:error.

4. Rehearse it, which sends nothing and says what each field does:

   curl -X POST ${publicUrl}/f/<form_id> -d message=Hello -d _dry_run=true

5. Test it; the mail's subject starts with [Test] and the answer has "test": true:

   curl -X POST ${publicUrl}/f/<form_id> -d message=Hello -d _test=true
`;
}

/** All users of a machine see the arguments of its programs. */
const BEARER = '-H @token';

function management(publicUrl: string): string {
  const form = `${publicUrl}/v1/routes/<form_id>`;
  return `## Manage a form

Each of these needs the management_token, or a session of the inbox, as bearer. The commands read that from a file that others
cannot read, token, with the one line "Authorization: Bearer <management_token>".
Send the verification email again, for a form that still waits:

   curl -X POST ${form}/verification ${BEARER}

Send one test to the inbox and every integration, and wait for each; "delivery" says which got it, "reasons" why one did not:

   curl -X POST ${form}/test ${BEARER}

Count what came on each of the last ${LIMITS.countedDays} days:

   curl ${form}/counts ${BEARER}

Read the settings, then change some (JSON Merge Patch, RFC 7396): null gives one its default; PUT replaces the whole document:

   curl ${form}/settings ${BEARER}

   curl -X PATCH ${form}/settings ${BEARER} \\
     -H 'Content-Type: application/merge-patch+json' -d '{"language":"de","redirect":"https://example.com/thanks"}'

Make an access key for a website's own server; list the keys, and end one by its key_id:

   curl -X POST ${form}/keys ${BEARER} \\
     -H 'Content-Type: application/json' -d '{"name":"Website"}'

   curl ${form}/keys ${BEARER}

   curl -X DELETE ${form}/keys/<key_id> ${BEARER}

Its answer has secret, this once; a form has up to ${LIMITS.accessKeys} keys.
A form whose setting access is "key" takes a submission only with the header Authorization: Bearer <secret of a key>, and answers
401 access_key_required otherwise. With a key, also where access is not set, _visitor_ip and _visitor_origin say for whom the
server speaks: they count for rates and origins, and are not delivered; without one they are fields like any other.
With the management_token, secrets that the owner of the inbox has set are marks that end with "set:" and a code; sent
back beside the same members, they stay.
Delete it for good:

   curl -X DELETE ${form} ${BEARER}

Each inbox in the setting copies is asked by email once the owner has agreed, and gets messages once it agrees;
"copies" beside the settings says how each stands.

Owners without the token: POST /v1/inbox/sessions with {"email": ...} mails a link, whose token
POST /v1/inbox/sessions/exchange turns into a session of an hour. The page ${publicUrl}/inbox does this.

## Settings

${settingLines().join('\n')}
`;
}

const RESERVED_FIELDS = `## Reserved fields

Names are exact. Of several in a line the first that is filled in counts.

- _subject or subject: the subject of the email.
- email, _replyto or replyto, here in any case, like Email or replyTo: the reply-to, from the first that is one valid address.
- _redirect, redirect or _next: absolute https URL; after delivery the answer is 303 to it. _next may
  be a path like /thanks, of the https site that Origin, Referer or the setting website names. A script in a
  browser gets JSON with next, and no 303. http://localhost, http://127.0.0.1 and http://[::1] too, where this service is local or the form's origins list them.
- _format or format = json: attaches the fields as submission.json.
- _test: marks a test submission, which is delivered and counted; a value that is no word for yes or no is echoed.
- _dry_run=true: checks everything, sends and counts nothing, and says what each field would do.
- _agent=true: says that an AI agent filled the form in; its mail then says so.
- _gotcha, botcheck: spam traps; leave them empty.
- Captcha tokens and control fields of other services (_cc, _autoresponse, _webhook and the like)
  are neither honoured nor printed.
  A plain form made for Formspree, Web3Forms or FormSubmit needs another action URL alone. A form of Netlify Forms needs
  a hidden _redirect for its thank-you page too. Scripts, client packages, captchas and files of these services need
  more: https://github.com/letterslot/letterslot/blob/main/docs/migrating.md. A dry run names what differs.
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
OpenAPI: ${publicUrl}/openapi.json (its operations as a page for people: ${publicUrl}/docs)
MCP: ${publicUrl}/mcp (Streamable HTTP, no authentication)

${guide(publicUrl)}
${management(publicUrl)}
${RESERVED_FIELDS}
Bodies: application/x-www-form-urlencoded, multipart/form-data, or a flat JSON object,
with at most ${LIMITS.submissionFields} fields. Browsers are answered with a page, programs with JSON.
A 200 means that the mail server accepted the message. ${allowance}
A form with the setting files takes files as parts of multipart/form-data and attaches them to the mail; others answer 400
file_uploads_unsupported. Beyond its limits it answers 413 file_too_large or 400 too_many_files, with the limit.
The first bytes of a file tell its type: one that the form does not take, or that mail providers block, is 415
file_type_refused, with the types in allowed.
A form whose inbox was reported to take no mail answers 503 delivery_failed and sends nothing; the answer about its
settings has "health" then, until its owner opens a link mailed to the inbox.
A form with the setting fields checks them as a browser does: 422 submission_invalid has every fault in errors,
[{"field", "code", "message"}], with the codes of HTML's ValidityState or unknownField.
Send an Idempotency-Key (16 random bytes, a new one for each submission) where you may have to send again: for
${LIMITS.submissionRetryHours} hours the same submission with the same key gets the first answer, and no second mail is sent.
A form whose setting challenge is "always", or "suspicious" where a submission looks odd, answers 428 challenge_required
with "challenge": {algorithm, challenge, maxnumber, salt, signature}. Find the number from 0 to maxnumber for which the hex
SHA-256 of salt + number is challenge. Send the same submission again with the field altcha: base64 of the JSON
{"algorithm", "challenge", "number", "salt", "signature"}. A solution is valid for ${LIMITS.challengeMinutes} minutes and for one delivery.
GET /v1/routes/<form_id>/challenge gives one in advance, for the ALTCHA widget too (version 1).
The setting auto_reply mails visitors a fixed text, where the operator allows it: otherwise it is settings_invalid, and forms
that had it report "auto_reply": "skipped". Its links lead to hosts that the operator lists, and to no others.
The setting targets sends each message to integrations after the inbox; the report has one entry for each, like slack and
slack_2. The service makes the secret of a webhook there, and shows it in the answer to the request that made it, and
again only after "rotate_secret": true. A target that answers 404 or 410 is switched off and listed in targets_off; a PUT
that lists it switches it on.
A form whose setting encryption has a public key sends encrypted mails to its inbox alone: copies, targets or a webhook
beside it are settings_invalid. GET /v1/inbox/encryption-key looks up the OpenPGP key of an inbox.
Messages are in the language of the form, else in that of Accept-Language, else in English; codes never change.
The answer's "reference", like K74M-2Q9D, names the submission for people: its mail has it too.
The answer's "receipt" proves the delivery: a signed root (JWS), claims and the Merkle path between them, joined by
"~"; its keys: ${publicUrl}/.well-known/jwks.json

## Operations

${operationLines().join('\n')}

## Errors

Every error is {"success": false, "error": code, "message": text, "retryable": boolean}.

${errorLines().join('\n')}
`;
}
