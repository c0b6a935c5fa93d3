import { LIMITS } from '../../contract/limits.ts';
import { text } from '../../contract/schema.ts';
import { SCHEMAS } from '../../contract/schemas.ts';
import { createAccessKey } from './tool-calls.ts';
import { DESTROYS, MANAGED, NO_HINTS, READ_ONLY, type ToolRow } from './tool-row.ts';

/** Tools for the access keys of a form. */
export const KEY_TOOLS: readonly ToolRow[] = [
  {
    name: 'create_access_key',
    title: 'Make an access key for a server',
    description:
      'For a website whose own server posts to the form: the server sends secret as Authorization: Bearer, and with the ' +
      'setting access: key nobody else may submit. secret is in this answer alone: put it into the environment of the ' +
      `server, never into a page or a repository. A form has up to ${LIMITS.accessKeys} keys.`,
    annotations: NO_HINTS,
    operation: 'createAccessKey',
    input: { ...MANAGED, name: SCHEMAS.AccessKeyRequest.properties.name },
    toCall: createAccessKey,
  },
  {
    name: 'list_access_keys',
    title: 'List the access keys of a form',
    description:
      'Which keys a form has, and on which day each was last used; without their secrets.',
    annotations: READ_ONLY,
    operation: 'listAccessKeys',
    input: MANAGED,
  },
  {
    name: 'end_access_key',
    title: 'End an access key',
    description:
      'Submissions with the key are refused from now on. There is no way back: see last_used of list_access_keys first.',
    annotations: DESTROYS,
    operation: 'endAccessKey',
    input: { ...MANAGED, key_id: text('The key_id from list_access_keys.') },
  },
];
