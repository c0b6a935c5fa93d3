import { appendFile, readFile } from 'node:fs/promises';
import type { RouteResource } from '../../contract/schemas.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { CommandError, faultOf, type CommandContext } from '../command.ts';
import { printable } from '../../platform/text/printable.ts';

/** Tells agents how to keep a form instead of making another one; contains no secret. */
const paragraphOf = (url: string, { form_id: id, alias, endpoint }: RouteResource) => `
## The form "${quotable(printable(alias))}"

It posts to ${printable(endpoint)} (Letterslot), which is permanent: keep this endpoint, and do not create
another form for its page. \`letterslot form code ${id} --url ${url}\` prints its code and
\`letterslot form set ${id} NAME=VALUE\` changes its settings. \`letterslot form test ${id}\` sends a
real email, so run it once. Its management token is not in this repository and must not get into it.
More: ${url}/llms.txt
`;

/** The file for the paragraph, if the user wants one; asks only if it asked before. */
export async function askForAgentsFile(
  { option, ask }: CommandContext,
  wasAsked: boolean,
): Promise<string | undefined> {
  const given = option('agents-md');
  if (given !== undefined || !wasAsked || !ask) return given;
  const answer = await ask('Tell AI agents about it in AGENTS.md of this folder? [y/N] ');
  return /^y(es)?$/i.test(answer) ? 'AGENTS.md' : undefined;
}

/** Appends the paragraph, unless the file names the form already. Throws CommandError. */
export async function addToAgentsFile(
  { note }: CommandContext,
  file: string,
  url: string,
  route: RouteResource,
): Promise<void> {
  try {
    const present = await readFile(file, 'utf8').catch((fault) => {
      if (faultOf(fault) === 'ENOENT') return '';
      throw fault;
    });
    if (present.includes(route.form_id)) return;
    const paragraph = paragraphOf(url, route);
    await appendFile(file, present === '' ? paragraph.trimStart() : paragraph);
  } catch (cause) {
    const reason = `the system refuses it (${faultOf(cause)})`;
    throw new CommandError(`The form is made. The file ${file} is not written: ${reason}.`, {
      cause,
    });
  }
  note(`${file} tells agents about it.`);
}
