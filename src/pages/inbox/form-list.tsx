import { useState } from 'preact/hooks';
import type { InboxRouteList, InboxSettings } from '../../contract/schemas.ts';
import { useAnswer, useTask, type Known } from '../api.ts';
import {
  announce,
  asDay,
  asNumber,
  carrying,
  DEPLOYMENT,
  fill,
  inboxWords,
  LANGUAGE,
  useTitle,
} from '../context.tsx';
import { Input, Switch } from '../inputs.tsx';
import { Heading, ProblemNotice, QuietButton } from '../parts.tsx';
import { NothingYet } from './counts-picture.tsx';
import { FormTable, siteOf } from './form-table.tsx';
import { inbox, type InboxRoute } from './operations.ts';
import { Panel } from './panel.tsx';

const { list, states } = inboxWords;

/** Lists with more forms can be searched and sorted. */
const FEW = 4;

type Order = keyof typeof list.orders;

/** How the list is looked at. */
interface Look {
  search: string;
  order: Order;
}

export const FIRST_LOOK: Look = { search: '', order: 'recent' };

type Compare = (one: InboxRoute, other: InboxRoute) => number;

const newest: Compare = (one, other) => other.created_at.localeCompare(one.created_at);

const last = ({ last_delivery: day }: InboxRoute) => day ?? '';

const ORDERS: Readonly<Record<Order, Compare>> = {
  recent: (one, other) => last(other).localeCompare(last(one)),
  attention: (one, other) => Number(one.state === 'active') - Number(other.state === 'active'),
  name: (one, other) => one.name.localeCompare(other.name, LANGUAGE),
  newest,
  messages: (one, other) => other.counts.delivered - one.counts.delivered,
};

/** The forms to show, in their order. */
function lookAt(routes: readonly InboxRoute[], { search, order }: Look): InboxRoute[] {
  const words = search.toLocaleLowerCase(LANGUAGE).split(/\s+/);
  const fits = (route: InboxRoute) => {
    const { name, alias, form_id: id, state } = route;
    const text = [name, alias, siteOf(route), id, states[state]]
      .join(' ')
      .toLocaleLowerCase(LANGUAGE);
    return words.every((word) => text.includes(word));
  };
  return routes
    .filter(fits)
    .toSorted((one, other) => ORDERS[order](one, other) || newest(one, other));
}

/** The share of a month from which its use is shown above everything else. */
const MUCH = 0.8;

/** The month of the inbox, which all its forms share: in few words, and as a picture. */
function monthUse({ used, limit, resets_at: until }: InboxRouteList['month']) {
  if (used === null || limit === null) return { says: '', isHigh: false, picture: null };
  const high = limit * MUCH;
  const says = fill(list.used, { used: asNumber(used), limit: asNumber(limit) });
  const picture = (
    <div class="month">
      <p id="month-use">{says}</p>
      <meter min={0} max={limit} value={used} high={high} optimum={0} aria-labelledby="month-use" />
      <p class="soft">{fill(list.resets, { date: asDay(until) })}</p>
    </div>
  );
  return { says, isHigh: used >= high, picture };
}

type MonthUse = ReturnType<typeof monthUse>;

interface LookProps {
  look: Look;
  onLook(look: Look): void;
}

/** Searches and sorts the list. */
const LookTools = ({ look, onLook }: LookProps) => (
  <div class="tools" role="search">
    <Input
      path="/search"
      label={list.search}
      value={look.search}
      input={{ type: 'search', placeholder: list.search }}
      onChange={(search) => onLook({ ...look, search })}
    />
    <Input
      path="/sort"
      label={list.sort}
      value={look.order}
      options={list.orders}
      onChange={(order) => onLook({ ...look, order: order as Order })}
    />
  </div>
);

/** Settings of the inbox: its month, confirmation of new forms, and the end of all sessions. */
function InboxSettingsPanel({ month, onLeave }: Pick<Props, 'onLeave'> & { month: MonthUse }) {
  const known: Known<InboxSettings> = useAnswer(inbox.settings, []);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState<boolean>();
  const { problem = known.problem, run } = useTask();
  const isOn = wanted ?? known.value?.confirm_new_forms;
  const change = async (isWanted: boolean) => {
    setWanted(isWanted);
    try {
      setWanted((await inbox.confirmNewForms(isWanted)).confirm_new_forms);
    } catch (error) {
      setWanted(!isWanted);
      throw error;
    }
    announce(list.saved);
  };
  const waits = isOn !== undefined && list.newForms[isOn ? 'on' : 'off'];
  const says = [!month.isHigh && month.says, waits].filter(Boolean).join(' · ');
  return (
    <div class="panels">
      <Panel id="inbox-settings" title={list.settings} says={says} open={open} onToggle={setOpen}>
        {!month.isHigh && month.picture}
        {isOn !== undefined && (
          <Switch
            path="/confirm-new-forms"
            label={list.confirmNew}
            hint={list.confirmNewHint}
            value={isOn}
            onChange={(isWanted) => void run(() => change(isWanted))}
          />
        )}
        <ProblemNotice problem={problem} />
        <p class="onward">
          <QuietButton label={list.leaveAll} onClick={() => onLeave(true)} />
        </p>
      </Panel>
    </div>
  );
}

interface Props extends LookProps {
  inboxList: InboxRouteList;
  /** True if the list has just replaced another view. */
  focus: boolean;
  onLeave(everywhere: boolean): void;
}

/** The forms that are looked for. */
function Forms({ routes, ...looked }: LookProps & Pick<InboxRouteList, 'routes'>) {
  const shown = lookAt(routes, looked.look);
  const numbers = { shown: asNumber(shown.length), total: asNumber(routes.length) };
  return (
    <div>
      {routes.length > FEW && <LookTools {...looked} />}
      <p class="soft found" role="status">
        {looked.look.search !== '' && fill(list.shown, numbers)}
      </p>
      {shown.length === 0 ? <p class="card">{list.noMatch}</p> : <FormTable routes={shown} />}
    </div>
  );
}

/** All forms of the inbox. */
export function FormList({ inboxList, focus, onLeave, ...looked }: Props) {
  const { email, routes } = inboxList;
  const month = monthUse(inboxList.month);
  const title = fill(list.title, { email });
  useTitle(title);
  const create = DEPLOYMENT.startPage && (
    <a class="button" href={`start${carrying(email)}`}>
      {list.create}
    </a>
  );
  const isEmpty = routes.length === 0;
  return (
    <div>
      <div class="bar">
        <Heading focus={focus}>{title}</Heading>
        <div class="actions">
          <QuietButton label={list.leave} class="quiet" onClick={() => onLeave(false)} />
          {!isEmpty && create}
        </div>
      </div>
      {month.isHigh && month.picture}
      <InboxSettingsPanel month={month} onLeave={onLeave} />
      {isEmpty ? (
        <div class="card">
          <NothingYet title={list.none} hint={list.noneHint}>
            {create}
          </NothingYet>
        </div>
      ) : (
        <Forms routes={routes} {...looked} />
      )}
    </div>
  );
}
