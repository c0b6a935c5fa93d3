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

A form with the setting fields checks them as a browser does: 422 submission_invalid has every fault in
errors, [{"field", "code", "message"}], with the codes of HTML's ValidityState or unknownField.
> test/submissions/declared-fields.test.ts: a form with declared fields names every fault in order
> test/submissions/declared-fields.test.ts: takes the fields that steer the service, and refuses others

Nothing of a submission is stored.
> test/faults/nothing-kept.heavy.ts: database, log and temporary files keep nothing of

Create it. Send an Idempotency-Key of your own (16 random bytes), so that a retry is safe:
> test/forms/create.test.ts: create replays the same key and body: same route, same token, no second mail

If next_action.type is "human_verification", a person has to open the verification email and
confirm on the page it links to. No program can do this.
Poll next_action.poll.url every ${LIMITS.pollIntervalSeconds} seconds until status is "active".
> test/forms/create.test.ts: create answers 202 with everything a client needs to go on
> test/forms/create.test.ts: polls follow the state of the form from its creation to its end
> test/consent/verification.test.ts: a verification link answers a browser with a page

Get the code of an accessible form, and add its files to the website; framework is one of ${FRAMEWORK_IDS.join(', ')}:
With &style=script it is a plain form and the script of this service, else code with all it needs in it; with &raw=1
it is the first file as plain text.
Its form has the fields of the setting "fields", else name, email and message.
> test/install/artifacts.test.ts: form code with raw=1 is the first file, and any other raw is refused
> test/http/form-script.test.ts: has a form and one line for the script, without a hash or code that sends
> test/install/form-fields.heavy.ts: has exactly the declared fields, with
> test/goldens/goldens.test.ts: install code is as its golden says, without and with declared fields

Its script is optional: it sends without leaving the page, with errors at their fields.
> test/browser/form-script.heavy.ts: a plain form sends without leaving its page, with its button, its state and an event
> test/browser/form-script.heavy.ts: errors that the service finds are shown at their fields
> test/browser/form-script.heavy.ts: without JavaScript the form posts and shows the page of the service

A form of your own works as well:
> test/submissions/submit.test.ts: submit delivers to the exact inbox and reports the allowance

Rehearse it, which sends nothing and says what each field does:
Test it; the mail's subject starts with [Test] and the answer has "test": true:
> test/submissions/dry-run.test.ts: a dry run says what would happen, sends nothing and spends nothing
> test/submissions/submit.test.ts: submit marks tests in subject and answer

Each of these needs the management_token, or a session of the inbox, as bearer. The commands read it from a file
that others cannot read, token, with the one line "Authorization: Bearer <management_token>"; <form> is
BASE/v1/routes/<form_id>.
Send the verification email again, for a form that still waits:
Delete it for good:
> test/http/llms-text.test.ts: llms.txt has commands that work, from the first to the one that deletes the form
> test/forms/form-credentials.test.ts: a session of the inbox claims, resends and deletes a form like its token
> test/contract/scenarios.test.ts: every declared outcome of every operation has a scenario

Send one test to the inbox and every integration; "delivery" says which got it, "reasons" why one
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

To move a form here: BASE/docs/migrating. A dry run names what differs.
> test/docs-migrating.test.ts: a plain form made for these services needs another address, and at Netlify a page of thanks
> test/docs-migrating.test.ts: does with its fields what the guide says

A form with the setting files takes files as parts of multipart/form-data and attaches them to the mail;
others answer 400 file_uploads_unsupported.
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

A form with a challenge answers 428 challenge_required with "challenge": {algorithm, challenge, maxnumber, salt, signature}.
Find the number from 0 to maxnumber for which the hex SHA-256 of salt + number is challenge.
Send the same submission again with the field altcha: base64 of the JSON {"algorithm", "challenge", "number", "salt",
"signature"}.
> test/submissions/challenges.test.ts: a submission without a solution gets a challenge, and with its solution it is delivered
> test/submissions/challenges.test.ts: a solution works once, and of two at the same moment one is delivered
> test/submissions/challenges.test.ts: forged, expired, foreign and made-up solutions are refused
> test/submissions/challenge-policies.test.ts: a marked submission needs a solution, and is delivered with its mark
> test/submissions/challenge-policies.test.ts: a challenge can be fetched from any page, is not cached, and is ALTCHA’s object alone
> src/submissions/challenges/challenge.test.ts: ALTCHA’s solver solves a challenge, and its solution is valid

With "delivery": {"mode": "both", "webhook": {"url": "https://…"}} a signed webhook is called too, and webhook.secret
is in the answer; "mode": "webhook" calls it instead of the email.
> test/delivery/webhooks.test.ts: mode webhook calls the receiver, signed, before it answers, and sends no mail
> test/delivery/webhooks.test.ts: mode both answers after the mail and calls the receiver in the background
> test/delivery/webhooks.test.ts: a webhook shows its secret to its creator alone

Make an access key for a website's own server, whose secret is in this answer alone:
> test/forms/access-keys.test.ts: an access key is made, shown once, listed with its last use, and ended
> test/forms/access-keys.test.ts: only a submission with a key of the form is taken, and every other is the same 401

FormSettings in openapi.json has their schemas. What lets content reach a new place waits until the owner agrees.
> test/followers/copies.test.ts: the owner agrees to the list of copies before anybody is asked, and each inbox for itself then
> test/contract/parsers.property.test.ts: is accepted by its parser exactly if its schema accepts it

Every error is {"success": false, "error": code, "message": text, "retryable": boolean, "docs": URL of what the code means}.
It may have errors, with each fault and its path or field, and did_you_mean.
Codes with * may succeed later, after retry_after_seconds where it is there.
> test/http/error-answers.test.ts: each error links to the lines about its code, and names its request in a header
> test/forms/create-hints.test.ts: a creation says what is missing, and what was probably sent in its place
> test/http/llms-text.test.ts: llms.txt lists the settings, the operations that programs call, and the error codes

Base URL: BASE OpenAPI: BASE/openapi.json Documentation: BASE/docs
MCP: BASE/mcp (Streamable HTTP, no authentication)
> test/contract/scenarios.test.ts: every declared outcome of every operation has a scenario
> test/http/docs.test.ts: the descriptor, llms.txt, the start page and the page of a service without one lead to it
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
