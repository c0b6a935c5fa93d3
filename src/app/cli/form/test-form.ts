import type { SubmissionAccepted } from '../../../contract/schemas.ts';
import { EXIT, type CommandContext } from '../command.ts';
import { clientCommand, openForm, printJson, type ClientForm } from './client.ts';
import { printable } from './deployment.ts';

interface Outcome {
  delivery?: Readonly<Record<string, string>>;
  reasons?: Readonly<Record<string, string>>;
}

/** A marked submission: all that a deployment without the operation for tests can do. */
async function submitTest({ deployment, formId }: ClientForm): Promise<Outcome> {
  const body = { message: 'A test from the command line.', _test: true };
  return (await deployment.call<SubmissionAccepted>('submitForm', formId, { body })).body;
}

function describe(context: CommandContext, { delivery = {}, reasons = {} }: Outcome): void {
  for (const [place, outcome] of Object.entries(delivery)) {
    const reason = reasons[place];
    context.print(
      `${printable(place)}: ${printable(outcome)}${reason ? ` (${printable(reason)})` : ''}`,
    );
  }
}

/** Sends a marked test; exit code 1 when one of its places did not get it. */
export const testForm = clientCommand(async (context) => {
  const outcome = await submitTest(await openForm(context));
  if (context.flag('json')) printJson(context, outcome);
  else describe(context, outcome);
  const failed = Object.values(outcome.delivery ?? {}).includes('failed');
  return failed ? EXIT.fault : EXIT.ok;
});
