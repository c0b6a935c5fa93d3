import type { InboxRouteList } from '../../contract/schemas.ts';
import { asDay, asNumber, fill, inboxWords } from '../context.tsx';
import { isNew } from './counts-picture.tsx';
import { Badge } from './form-state.tsx';
import type { InboxRoute } from './operations.ts';

const { list } = inboxWords;

/** A website in few words. */
export const siteOf = ({ website }: InboxRoute): string =>
  website?.replace(/^https:\/\//, '').replace(/\/$/, '') ?? '';

/** When the last message came, of a form that may be too new to have any. */
const lastMessage = ({ last_delivery: day, created_at: created }: InboxRoute) =>
  day === null ? (isNew(created) ? list.lastNew : list.lastNone) : asDay(day);

/** What did not arrive: nothing to say about most forms. */
const exceptionsOf = ({ counts }: InboxRoute): string =>
  (['failed', 'refused'] as const)
    .map(
      (outcome) => counts[outcome] > 0 && fill(list[outcome], { count: asNumber(counts[outcome]) }),
    )
    .filter(Boolean)
    .join(' · ');

interface RowProps {
  route: InboxRoute;
  /** Tells it from other forms of its name. */
  id: string | false;
}

function FormRow({ route, id }: RowProps) {
  const { form_id: formId, name, state, counts: sums } = route;
  const site = siteOf(route);
  const exceptions = exceptionsOf(route);
  return (
    <tr>
      <th scope="row">
        <a href={`#form=${formId}`}>{name}</a>
        {state !== 'active' && <Badge state={state} />}
        {/* Where the table has no room for the column. */}
        {site && <span class="soft narrow">{site}</span>}
        {id && <span class="soft">{id}</span>}
      </th>
      <td class="wide">{site}</td>
      <td>{lastMessage(route)}</td>
      <td class="number">
        {asNumber(sums.delivered)}
        {exceptions && <span class="soft">{exceptions}</span>}
      </td>
    </tr>
  );
}

/** The forms, a row each. */
export function FormTable({ routes }: Pick<InboxRouteList, 'routes'>) {
  const { columns } = list;
  const alike = Map.groupBy(routes, (route) => `${route.name} ${siteOf(route)}`);
  const isOne = (route: InboxRoute) => alike.get(`${route.name} ${siteOf(route)}`)?.length === 1;
  return (
    <table class="forms">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" class="wide">
            {columns.website}
          </th>
          <th scope="col">{columns.last}</th>
          <th scope="col" class="number">
            {columns.month}
          </th>
        </tr>
      </thead>
      <tbody>
        {routes.map((route) => (
          <FormRow key={route.form_id} route={route} id={!isOne(route) && route.form_id} />
        ))}
      </tbody>
    </table>
  );
}
