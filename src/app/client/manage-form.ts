import type { SubmissionAccepted, TestReport } from '../../contract/schemas.ts';
import { EXIT, printJson, show, table } from '../operator/command.ts';
import { clientCommand, openForm, openOwnForm, type ClientForm } from './client.ts';
import { printable } from './deployment.ts';
import { SavedForms, toTokens } from './saved-forms.ts';

/** Deletes a form for good, and then its token on this machine. */
export const deleteForm = clientCommand(async (context) => {
  const form = await openOwnForm(context);
  const { deployment, formId } = form;
  const { body } = await deployment.call<object>('deleteRoute', form);
  await new SavedForms(context).remove(deployment.url, formId);
  show(context, body, () => [`${formId} is deleted for good; its endpoint answers 404.`]);
});

const NO_FORMS =
  'No form was made on this machine. Make one: letterslot form create you@example.com';

/** Lists the forms whose tokens are on this machine; prints the tokens only if they are asked for. */
export const listForms = clientCommand(async (context) => {
  const forms = await new SavedForms(context).list();
  if (context.flag('tokens')) return printJson(context, toTokens(forms));
  const listed = { forms: forms.map(({ form_id, alias, url }) => ({ form_id, alias, url })) };
  const rows = forms.map(({ form_id: id, alias, url }) => [id, url, printable(alias)]);
  show(context, listed, () =>
    rows.length === 0 ? [NO_FORMS] : table([['FORM ID', 'DEPLOYMENT', 'NAME'], ...rows]),
  );
});

type Outcome = Partial<Pick<TestReport, 'reasons'>> & Pick<SubmissionAccepted, 'delivery'>;

/** With its token, a test that waits for every place; else a marked submission, as a visitor sends it. */
async function sendTest(form: ClientForm): Promise<Outcome> {
  const { deployment, formId, token } = form;
  if (token !== undefined) return (await deployment.call<TestReport>('testForm', form)).body;
  const body = { message: 'A test from the command line.', _test: true };
  return (await deployment.call<SubmissionAccepted>('submitForm', { formId }, { body })).body;
}

/** Sends a marked test; exit code 1 if one of its places did not get it. */
export const testForm = clientCommand(async (context) => {
  const outcome = await sendTest(await openForm(context));
  const { delivery = {}, reasons = {} } = outcome;
  show(context, outcome, () =>
    Object.entries(delivery).map(([place, result]) => {
      const reason = reasons[place];
      return `${printable(place)}: ${printable(result)}${reason ? ` (${printable(reason)})` : ''}`;
    }),
  );
  return Object.values(delivery).includes('failed') ? EXIT.fault : EXIT.ok;
});
