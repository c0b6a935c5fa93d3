import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
} from '../context.ts';
import { Input, Switch } from '../inputs.ts';
import { Heading, ProblemNotice, quietButton } from '../parts.ts';
import { asTexts, isNew, nothingYet } from './counts-picture.ts';
import { badge } from './form-state.ts';
import { inbox, type InboxRoute } from './operations.ts';
import { Panel } from './panel.ts';

const { counts, list, states } = inboxWords;

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

/** A website in few words: what tells forms of one name apart. */
const siteOf = ({ website, form_id: id }: InboxRoute): string =>
  website?.replace(/^https:\/\//, '').replace(/\/$/, '') ?? id;

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
  const picture = h('div', { class: 'month' }, [
    h('p', { id: 'month-use' }, says),
    h('meter', {
      min: 0,
      max: limit,
      value: used,
      high,
      optimum: 0,
      'aria-labelledby': 'month-use',
    }),
    h('p', { class: 'soft' }, fill(list.resets, { date: asDay(until) })),
  ]);
  return { says, isHigh: used >= high, picture };
}

type MonthUse = ReturnType<typeof monthUse>;

/** When the last message came, of a form that may be too new to have any. */
const lastMessage = ({ last_delivery: day, created_at: created }: InboxRoute) =>
  day === null
    ? isNew(created)
      ? counts.none
      : list.lastNone
    : fill(list.last, { date: asDay(day) });

const formItem = (route: InboxRoute) =>
  h('li', { key: route.form_id }, [
    h('a', { href: `#form=${route.form_id}` }, route.name),
    badge(route.state),
    h('p', { class: 'soft' }, [
      h('span', {}, siteOf(route)),
      h('span', {}, lastMessage(route)),
      h('span', {}, fill(list.counts, asTexts(route.counts))),
    ]),
  ]);

interface LookProps {
  look: Look;
  onLook(look: Look): void;
}

/** Searches and sorts the list. */
const lookTools = ({ look, onLook }: LookProps) =>
  h('div', { class: 'tools', role: 'search' }, [
    h(Input, {
      path: '/search',
      label: list.search,
      value: look.search,
      input: { type: 'search', placeholder: list.search },
      onChange: (search) => onLook({ ...look, search }),
    }),
    h(Input, {
      path: '/sort',
      label: list.sort,
      value: look.order,
      options: list.orders,
      onChange: (order) => onLook({ ...look, order: order as Order }),
    }),
  ]);

/** What holds for the inbox: its month, whether each new form waits for its owner, and the end of all sessions. */
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
  const panel = { id: 'inbox-settings', title: list.settings, says, open, onToggle: setOpen };
  return h('div', { class: 'panels' }, [
    h(Panel, panel, [
      !month.isHigh && month.picture,
      isOn !== undefined &&
        h(Switch, {
          path: '/confirm-new-forms',
          label: list.confirmNew,
          hint: list.confirmNewHint,
          value: isOn,
          onChange: (isWanted) => run(() => change(isWanted)),
        }),
      h(ProblemNotice, { problem }),
      h(
        'p',
        { class: 'onward' },
        quietButton(list.leaveAll, () => onLeave(true)),
      ),
    ]),
  ]);
}

interface Props extends LookProps {
  inboxList: InboxRouteList;
  /** Whether the list has just replaced another view. */
  focus: boolean;
  onLeave(everywhere: boolean): void;
}

/** The forms that are looked for. */
function Forms({ routes, ...looked }: LookProps & Pick<InboxRouteList, 'routes'>) {
  const shown = lookAt(routes, looked.look);
  const numbers = { shown: asNumber(shown.length), total: asNumber(routes.length) };
  useEffect(() => {
    if (looked.look.search !== '') announce(fill(list.shown, numbers));
  }, [looked.look.search, shown.length]);
  return h('div', {}, [
    routes.length > FEW && lookTools(looked),
    shown.length === 0
      ? h('p', { class: 'card' }, list.noMatch)
      : h('ul', { class: 'forms', role: 'list' }, shown.map(formItem)),
  ]);
}

/** All forms of the inbox. */
export function FormList({ inboxList, focus, onLeave, ...looked }: Props) {
  const { email, routes } = inboxList;
  const month = monthUse(inboxList.month);
  const title = fill(list.title, { email });
  useTitle(title);
  const start = `start${carrying(email)}`;
  const create = DEPLOYMENT.startPage && h('a', { class: 'button', href: start }, list.create);
  const isEmpty = routes.length === 0;
  return h('div', {}, [
    h('div', { class: 'bar' }, [
      h(Heading, { focus }, title),
      h('div', { class: 'actions' }, [
        quietButton(list.leave, () => onLeave(false), { class: 'quiet' }),
        !isEmpty && create,
      ]),
    ]),
    month.isHigh && month.picture,
    h(InboxSettingsPanel, { month, onLeave }),
    isEmpty
      ? h('div', { class: 'card' }, nothingYet(list.none, list.noneHint, create))
      : h(Forms, { routes, ...looked }),
  ]);
}
