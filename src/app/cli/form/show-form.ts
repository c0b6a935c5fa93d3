import type { RouteResource } from '../../../contract/schemas.ts';
import { EXIT, table } from '../command.ts';
import { clientCommand, openForm, printJson } from './client.ts';
import { printable } from './deployment.ts';

/** What people read of a form. */
function rowsOf({ form_id: id, alias, status, endpoint, created_at: created }: RouteResource) {
  return [
    ['Form', id],
    ['Name', alias],
    ['Status', status === 'active' ? 'active' : 'waits for its inbox to confirm'],
    ['Endpoint', endpoint],
    ...(created === undefined ? [] : [['Created', created]]),
  ];
}

/** Shows a form. */
export const showForm = clientCommand(async (context) => {
  const { deployment, formId } = await openForm(context);
  const { body: route } = await deployment.call<RouteResource>('getRoute', formId);
  if (context.flag('json')) printJson(context, route);
  else context.print(...table(rowsOf(route).map((cells) => cells.map(printable))));
  return EXIT.ok;
});
