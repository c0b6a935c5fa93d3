import { hash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import { toJsonLine } from '../../platform/text/json.ts';

/** Its folder, as the Agent Skills specification wants it. */
export const SKILL_NAME = 'letterslot';

const DESCRIPTION =
  'Puts a form on a website whose messages arrive in a confirmed inbox as email, without a backend. Use it when a ' +
  'site needs a contact, feedback, order or sign-up form, or when a form of Letterslot is to be changed or tested.';

/** The skill (https://agentskills.io/specification): how an agent puts a form on a page. */
export const renderSkill = (publicUrl: string): string => `---
name: ${SKILL_NAME}
description: ${DESCRIPTION}
---

# A form on a page

The service is at ${publicUrl}. Its tools are at ${publicUrl}/mcp (MCP, no authentication); without them, the
requests in ${publicUrl}/llms.txt do the same.

## One form for each page, not one for each run

1. Look first. Search the project for \`${publicUrl}/f/cfm_\` and read AGENTS.md. A page that has an endpoint keeps it:
   endpoints are permanent, and what a form does is changed by its settings.
2. Only if there is none, create one (\`create_form\`, or POST ${publicUrl}/v1/routes) with an Idempotency-Key that is made from
   the page and the inbox, so that a later run gets the same form:

       printf '%s\\n' "$LETTERSLOT_APPLY_KEY" /contact owner@example.com | sha256sum | cut -c1-64

   LETTERSLOT_APPLY_KEY is a secret of the project, 16 random bytes or more, kept where the project keeps its secrets. Without
   it anybody could guess the key, and who has the key gets the management token. Ask the person where to keep both.
3. A new inbox gets an email, and a person has to press the button on the page it links to. Tell them so, and poll every
   ${LIMITS.pollIntervalSeconds} seconds. Never open that link by program: it is their consent.
4. Get the code (\`get_install_code\`) for the framework of the site and put it into the page. Keep its labels, its status
   element and its hidden trap field.
5. Rehearse with \`_dry_run=true\`, which sends nothing. Then send one test (\`send_test_submission\`), which is a real email.
6. Write into AGENTS.md which page has which endpoint, so that the next run finds it. Leave the management token out.

## Never

- Write a management token into a page, a repository or a chat: who has it can delete the form.
- Write the secret of an access key (\`create_access_key\`, for sites whose own server sends the form) anywhere but into that server's
  environment. Code that browsers get, and variables like NEXT_PUBLIC_ and VITE_ that end up in it, are public.
- Create a form for a test or for another environment: tests are marked in the subject and go through the same form.
- Fill in a field that is hidden, or one called _gotcha.
- Submit a visitor's form by yourself: fill it in, and let the visitor read it and press the button.

Errors have a stable code, and \`retryable\`. Repeat only what is retryable, after \`retry_after_seconds\` where it is given.
`;

/** Agent Skills Discovery 0.2.0; its clients refuse a skill whose bytes do not have this digest. */
export const renderSkillIndex = (publicUrl: string): string =>
  toJsonLine({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: SKILL_NAME,
        type: 'skill-md',
        description: DESCRIPTION,
        url: `${SKILL_NAME}/SKILL.md`,
        digest: `sha256:${hash('sha256', renderSkill(publicUrl))}`,
      },
    ],
  });
