import { EXIT, table } from '../operator/command.ts';
import { clientCommand, openForm, printJson, savedFormsOf } from './client.ts';
import { printable } from './deployment.ts';
import { toTokens } from './saved-forms.ts';

/** Deletes a form for good, and then its token on this machine. */
export const deleteForm = clientCommand(async (context) => {
  const form = await openForm(context);
  const { deployment, formId, saved } = form;
  const { body } = await deployment.call<object>('deleteRoute', formId, {
    token: form.needToken(),
  });
  await saved.remove(deployment.url, formId);
  if (context.flag('json')) printJson(context, body);
  else context.print(`${formId} is deleted for good; its endpoint answers 404.`);
  return EXIT.ok;
});

/** Lists the forms whose tokens are on this machine; prints the tokens only where they are asked for. */
export const listForms = clientCommand(async (context) => {
  const forms = await savedFormsOf(context).list();
  if (context.flag('tokens')) {
    printJson(context, toTokens(forms));
  } else if (context.flag('json')) {
    printJson(context, {
      forms: forms.map(({ form_id, alias, url }) => ({ form_id, alias, url })),
    });
  } else if (forms.length === 0) {
    context.print(
      'No form was made on this machine. Make one: letterslot form create you@example.com',
    );
  } else {
    const rows = forms.map(({ form_id: id, alias, url }) => [id, url, printable(alias)]);
    context.print(...table([['FORM ID', 'DEPLOYMENT', 'NAME'], ...rows]));
  }
  return EXIT.ok;
});
