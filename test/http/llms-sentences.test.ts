import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { FRAMEWORK_IDS } from '../../src/contract/enums.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { startService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Groups of sentences of llms.txt, each with its tests: the file and words of the title. */
const SHOWN = `
One request turns an email address into a permanent form endpoint. No account, no API key.
The answer has form_id, endpoint (permanent), management_token (secret) and next_action.
> test/forms/create.test.ts: create answers 202 with everything a client needs to go on

What visitors post there arrives in that confirmed inbox as an email.
A 200 means that the mail server accepted the message.
> test/submissions/submit.test.ts: submit delivers to the exact inbox and reports the allowance
> test/faults/mail-cut-off.test.ts: at any byte: never a 200, nothing counted, no second try

Messages are in the language of the form, else in that of Accept-Language, else in English; codes never change.
> test/http/languages.test.ts: JSON answers to submissions are in the language of the form, else in that of the client
> test/http/languages.test.ts: a client that names no language gets the English sentences of the contract

The answer's "reference", like K74M-2Q9D, names the submission for people: its mail has it too.
> test/submissions/reference.test.ts: answer, mail and thank-you page have one reference

A form whose setting encryption has a public key sends encrypted mails to its inbox alone: copies, targets
or a webhook beside it are settings_invalid. GET /v1/inbox/encryption-key looks up the OpenPGP key of an inbox.
> test/mail/encrypted-mail.test.ts: outside, the mail names its form and nothing of the submission
> test/mail/encryption-settings.test.ts: integrations and copies of an encrypted form are faults
> test/mail/encryption-settings.test.ts: a form that has a webhook cannot be encrypted later either
> test/mail/encryption-settings.test.ts: the directory is asked over https, and nothing of it is kept

A form with the setting fields checks them as a browser does: 422 submission_invalid has every fault in
errors, [{"field", "code", "message"}], with the codes of HTML's ValidityState or unknownField.
> test/submissions/declared-fields.test.ts: a form with declared fields names every fault in order
> test/submissions/declared-fields.test.ts: takes the fields that steer the service, and refuses others

Nothing of a submission is stored.
> test/faults/nothing-kept.heavy.ts: database, log and temporary files keep nothing of

Create it. Send an Idempotency-Key of your own (16 random bytes), so that a retry is safe:
> test/forms/create.test.ts: create replays the same key and body: same route, same token, no second mail

With a webhook in addition to the email; "mode": "webhook" calls it instead of the email:
The answer has webhook.secret too: calls are signed as Standard Webhooks.
> test/delivery/webhooks.test.ts: mode webhook calls the receiver, signed, before it answers, and sends no mail
> test/delivery/webhooks.test.ts: mode both answers after the mail and calls the receiver in the background
> test/delivery/webhooks.test.ts: a webhook shows its secret to its creator alone

If next_action.type is "human_verification", a person has to open the verification email and
confirm on the page it links to. No program can do this.
Poll next_action.poll.url every ${LIMITS.pollIntervalSeconds} seconds until status is "active".
> test/forms/create.test.ts: create answers 202 with everything a client needs to go on
> test/forms/create.test.ts: polls follow the state of the form from its creation to its end
> test/consent/verification.test.ts: a verification link answers a browser with a page

Get the code of an accessible form, made for this endpoint, and add its files to the website;
framework is one of ${FRAMEWORK_IDS.join(', ')}:
The answer has files, notes and test_command; with &raw=1 it is the first file as plain text.
With &style=script it is a plain form and the script of this service, else code with all it needs in it.
Its form has the fields of the setting "fields", else name, email and message.
/v1/install has the same code with {{FORM_ENDPOINT}} instead of the endpoint.
> test/install/artifacts.test.ts: generic form code has the placeholder, a route's own code its endpoint
> test/install/artifacts.test.ts: form code with raw=1 is the first file, and any other raw is refused
> test/http/form-script.test.ts: has a form and one line for the script, without a hash or code that sends
> test/install/form-fields.heavy.ts: has exactly the declared fields, with
> test/goldens/goldens.test.ts: install code is as its golden says, without and with declared fields

Its script is optional: it sends without leaving the page, with errors at their fields.
The form has data-state then (working, sent or failed), and gets the events letterslot:sent and letterslot:error.
> test/browser/form-script.heavy.ts: a plain form sends without leaving its page, with its button, its state and an event
> test/browser/form-script.heavy.ts: errors that the service finds are shown at their fields
> test/browser/form-script.heavy.ts: without JavaScript the form posts and shows the page of the service

A form of your own works as well:
> test/submissions/submit.test.ts: submit delivers to the exact inbox and reports the allowance

Rehearse it, which sends nothing and says what each field does:
Test it; the mail's subject starts with [Test] and the answer has "test": true:
> test/submissions/dry-run.test.ts: a dry run says what would happen, sends nothing and spends nothing
> test/submissions/submit.test.ts: submit marks tests in subject and answer

Make an access key for a website's own server; list the keys, and end one by its key_id:
Its answer has secret, this once; a form has up to ${LIMITS.accessKeys} keys.
A form whose setting access is "key" takes a submission only with the header Authorization: Bearer <secret of a key>,
and answers 401 access_key_required otherwise.
With a key, also where access is not set, _visitor_ip and _visitor_origin say for whom the server speaks: they count
for rates and origins, and are not delivered; without one they are fields like any other.
> test/forms/access-keys.test.ts: an access key is made, shown once, listed with its last use, and ended
> test/forms/access-keys.test.ts: a form has five access keys at most
> test/forms/access-keys.test.ts: only a submission with a key of the form is taken, and every other is the same 401
> test/submissions/visitors.test.ts: with a key each visitor has a rate of its own
> test/submissions/visitors.test.ts: with a key, origins are held against the website that the server names
> test/submissions/visitors.test.ts: with a key the mail says the website of the visitor, and has none of these fields
> test/submissions/visitors.test.ts: without a key, and with a wrong one, the fields of visitors are fields like any other

With the management_token, secrets that the owner of the inbox has set are marks that end with "set:" and
a code; sent back beside the same members, they stay.
> test/forms/hidden-settings.test.ts: the holder of the token sees marks for secrets, and keeps these by sending the marks back

Each inbox in the setting copies is asked by email once the owner has agreed, and gets messages once it
agrees; "copies" beside the settings says how each stands.
> test/followers/copies.test.ts: the owner agrees to the list of copies before anybody is asked, and each inbox for itself then

Each of these needs the management_token, or a session of the inbox, as bearer. The commands read that from a file
that others cannot read, token, with the one line "Authorization: Bearer <management_token>".
Send the verification email again, for a form that still waits:
Delete it for good:
> test/http/llms-text.test.ts: llms.txt has commands that work, from the first to the one that deletes the form
> test/forms/form-credentials.test.ts: a session of the inbox claims, resends and deletes a form like its token
> test/contract/scenarios.test.ts: every declared outcome of every operation has a scenario

Send one test to the inbox and every integration, and wait for each; "delivery" says which got it, "reasons" why one
did not:
> test/forms/targets.test.ts: a test reaches every place and names those that failed

Count what came on each of the last ${LIMITS.countedDays} days:
> test/forms/count-days.test.ts: days are those of UTC, oldest first, for 35 days

Read the settings, then change some (JSON Merge Patch, RFC 7396): null gives one its default; PUT replaces
the whole document:
> test/forms/patch-settings.test.ts: a patch changes the members that it names, and null removes one
> test/forms/form-settings.test.ts: settings are read as they were sent, at creation and afterwards, and {} resets them

Owners without the token: POST /v1/inbox/sessions with {"email": ...} mails a link, whose token POST
/v1/inbox/sessions/exchange turns into a session of an hour. The page BASE/inbox does this.
> test/consent/inbox-sessions.test.ts: the owner of a form gets a link that opens a session once
> test/consent/inbox-sessions.test.ts: a token and a session end with their time
> test/browser/inbox-page.heavy.ts: the inbox page stops and starts a form, makes a token

Names are exact. Of several in a line the first that is filled in counts.
> test/http/llms-text.test.ts: llms.txt lists all reserved fields, each with the effect that it has
> src/submissions/posted/describe-fields.test.ts: a described field names the service it belongs to, the winner

Captcha tokens and control fields of other services (_cc, _autoresponse, _webhook and the like) are
neither honoured nor printed.
> src/submissions/posted/control-fields.test.ts: is never printed and has no effect

A plain form made for Formspree, Web3Forms or FormSubmit needs another action URL alone.
A form of Netlify Forms needs a hidden _redirect for its thank-you page too.
Scripts, client packages, captchas and files of these services need more:
https://github.com/letterslot/letterslot/blob/main/docs/migrating.md. A dry run names what differs.
> test/docs-migrating.test.ts: a plain form of the services that llms.txt names needs no more than it says
> test/docs-migrating.test.ts: does with its fields what the guide says

A form with the setting files takes files as parts of multipart/form-data and attaches them to the mail;
others answer 400 file_uploads_unsupported.
Beyond its limits it answers 413 file_too_large or 400 too_many_files, with the limit.
The first bytes of a file tell its type: one that the form does not take, or that mail providers block, is 415
file_type_refused, with the types in allowed.
> test/submissions/attached-files.test.ts: files are attached byte by byte, shown at their fields, and told to programs
> test/submissions/attached-files.test.ts: delivers nothing and counts nothing
> test/submissions/files.test.ts: an upload without a length is refused while it is read
> src/submissions/posted/form-upload.test.ts: an upload of more files than allowed is refused, empty ones too
> test/contract/scenarios.test.ts: every declared outcome of every operation has a scenario

Bodies: application/x-www-form-urlencoded, multipart/form-data, or a flat JSON object,
with at most ${LIMITS.submissionFields} fields.
> test/submissions/submit.test.ts: submit reads multipart and JSON like urlencoded
> test/http/languages.test.ts: a form with too many fields is explained in the reader’s language

Browsers are answered with a page, programs with JSON.
> test/submissions/submit.test.ts: submit shows browsers pages, errors too, and programs JSON

At most ${LIMITS.monthlyDeliveries} deliveries per inbox and month.
> test/submissions/submit.test.ts: submit delivers to the exact inbox and reports the allowance
> test/submissions/submit.test.ts: the allowance delivers exactly its number under any concurrency

Send an Idempotency-Key (16 random bytes, a new one for each submission) where you may have to send
again: for ${LIMITS.submissionRetryHours} hours the same submission with the same key gets the first answer, and no
second mail is sent.
> test/submissions/submission-retries.test.ts: a retry gets the answer of the first submission
> test/submissions/submission-retries.test.ts: an Idempotency-Key is remembered for 24 hours

A form whose setting challenge is "always", or "suspicious" where a submission looks odd, answers 428
challenge_required with "challenge": {algorithm, challenge, maxnumber, salt, signature}.
Find the number from 0 to maxnumber for which the hex SHA-256 of salt + number is challenge.
Send the same submission again with the field altcha: base64 of the JSON {"algorithm", "challenge",
"number", "salt", "signature"}. A solution is valid for ${LIMITS.challengeMinutes} minutes and for one delivery.
GET /v1/routes/<form_id>/challenge gives one in advance, for the ALTCHA widget too (version 1).
> test/submissions/challenges.test.ts: a submission without a solution gets a challenge, and with its solution it is delivered
> test/submissions/challenges.test.ts: a solution works once, and of two at the same moment one is delivered
> test/submissions/challenges.test.ts: forged, expired, foreign and made-up solutions are refused
> test/submissions/challenge-policies.test.ts: a marked submission needs a solution, and is delivered with its mark
> test/submissions/challenge-policies.test.ts: a challenge can be fetched from any page, is not cached, and is ALTCHA’s object alone
> src/submissions/challenges/challenge.test.ts: ALTCHA’s solver solves a challenge, and its solution is valid

The answer's "receipt" proves the delivery: a signed root (JWS), claims and the Merkle path between
them, joined by "~"; its keys: BASE/.well-known/jwks.json
> test/submissions/receipts.test.ts: a delivery receipt is in answer and mail, and an independent library verifies it

A form whose inbox was reported to take no mail answers 503 delivery_failed and sends nothing; the answer
about its settings has "health" then, until its owner opens a link mailed to the inbox.
> test/consent/bounces.test.ts: a form whose mail came back answers 503 without asking the mail server
> test/consent/bounces.test.ts: a link from a new mail heals every form of the inbox

The setting auto_reply mails visitors a fixed text, where the operator allows it: otherwise it is settings_invalid,
and forms that had it report "auto_reply": "skipped". Its links lead to hosts that the operator lists, and to no others.
> test/followers/auto-reply.test.ts: a visitor gets the text of the owner, the name of the form
> test/followers/auto-reply-abuse.test.ts: on a public service answers are off, and the setting is refused
> test/followers/auto-reply-abuse.test.ts: answers that were accepted follow what the operator allows now
> test/followers/auto-reply-abuse.test.ts: a link is refused unless the operator lists its host

The setting targets sends each message to integrations after the inbox; the report has one entry for each,
like slack and slack_2. The service makes the secret of a webhook there, and shows it in the answer to the request
that made it, and again only after "rotate_secret": true.
A target that answers 404 or 410 is switched off and listed in targets_off; a PUT that lists it switches it on.
> test/delivery/targets.test.ts: gets each message after the mail, with the form and its fields by their labels
> test/forms/targets.test.ts: a webhook of the settings gets a secret, which is shown once and signs its calls
> test/forms/targets.test.ts: a test reaches every place and names those that failed
> test/forms/targets.test.ts: is switched off, its owner gets one notice, and saving it switches it on
> test/forms/target-secrets.test.ts: a new secret signs together with the old one for a day, and alone afterwards

Every error is {"success": false, "error": code, "message": text, "retryable": boolean}.
Base URL: BASE OpenAPI: BASE/openapi.json (its operations as a page for people: BASE/docs)
MCP: BASE/mcp (Streamable HTTP, no authentication)
> test/contract/scenarios.test.ts: every declared outcome of every operation has a scenario
> test/http/docs-page.test.ts: the descriptor, llms.txt, the start page and the page of a service without one lead to it
`;

/** The sentences: what is no command, no list, no heading and no HTML. */
function proseOf(all: string): string {
  const errors = all.slice(all.indexOf('\nEvery error is'), all.indexOf('\n- invalid_json'));
  return `${all.split('## Operations')[0]}${errors}`
    .replaceAll(/ {3}curl (?:[^\n]|\n {3,}\S)+/g, '')
    .replace(/<form .*<\/script>/s, '')
    .replaceAll(/^- (?!Captcha)(?:[^\n]|\n {2}\S)+/gm, '')
    .replaceAll(/^(?:#+ .*|> |- |\d\. )/gm, '')
    .replace('\n> ', ' ');
}

const groups = SHOWN.trim()
  .split('\n\n')
  .map((group) => group.split('\n> '));

for (const [said = '', ...witnesses] of groups)
  it(`llms.txt has a test that shows: ${said.split('\n')[0]}`, () => {
    assert.ok(witnesses.length > 0);
    for (const witness of witnesses) {
      const [path = '', title = ''] = witness.split(/: (.*)/);
      const source = readFileSync(join(ROOT, path), 'utf8').replaceAll("\\'", "'");
      assert.ok(source.includes(title), witness);
    }
  });

it('llms.txt has no sentence without such a test', async (test) => {
  const { request, url } = await startService(test);
  let rest = words(proseOf((await request('/llms.txt')).text).replaceAll(url, 'BASE'));
  for (const [said = ''] of groups)
    for (const sentence of words(said).split(/(?<=[.:]) (?=[A-Z])/)) {
      assert.ok(rest.includes(sentence), `it does not say: ${sentence}\nbut: ${rest}`);
      rest = rest.replace(sentence, '');
    }
  assert.equal(rest.trim(), '');
});
