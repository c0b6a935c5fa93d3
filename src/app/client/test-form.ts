import type { SubmissionAccepted, TestReport } from '../../contract/schemas.ts';
import { EXIT, type CommandContext } from '../operator/command.ts';
import { clientCommand, openForm, printJson, type ClientForm } from './client.ts';
import { ifServed, printable } from './deployment.ts';

type Outcome = Partial<Pick<TestReport, 'reasons'>> & Pick<SubmissionAccepted, 'delivery'>;

/** A test that waits for every place, for the holder of the token. */
async function askForTest({ deployment, formId, token }: ClientForm): Promise<Outcome | undefined> {
  if (token === undefined) return undefined;
  const report = await ifServed(deployment.call<TestReport>('testForm', formId, { token }));
  return report?.body;
}

/** A marked submission, as a visitor could send it. */
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
  const form = await openForm(context);
  const outcome = (await askForTest(form)) ?? (await submitTest(form));
  if (context.flag('json')) printJson(context, outcome);
  else describe(context, outcome);
  const failed = Object.values(outcome.delivery ?? {}).includes('failed');
  return failed ? EXIT.fault : EXIT.ok;
});
