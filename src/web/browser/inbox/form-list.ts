import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { InboxRouteList } from '../../../contract/schemas.ts';
import { useAnswer, useTask } from '../api.ts';
import { announce, asDay, asNumber, DEPLOYMENT, fill, inboxWords } from '../context.ts';
import { Switch } from '../inputs.ts';
import { Heading, ProblemNotice, quietButton } from '../parts.ts';
import { asTexts } from './counts-picture.ts';
import { inbox, type InboxRoute } from './operations.ts';

const { list } = inboxWords;

/** The month of the inbox, which all its forms share. */
function monthUse({ used, limit, resets_at: until }: InboxRouteList['month']) {
  if (used === null || limit === null) return null;
  const text = fill(list.used, { used: asNumber(used), limit: asNumber(limit) });
  const meter = { min: 0, max: limit, value: used, high: limit * 0.8, optimum: 0 };
  return h('div', { class: 'month' }, [
    h('p', { id: 'month-use' }, text),
    h('meter', { ...meter, 'aria-labelledby': 'month-use' }),
    h('p', { class: 'soft' }, fill(list.resets, { date: asDay(until) })),
  ]);
}

/** Whether a form delivers, in one word; `fails` if mail to its inbox comes back. */
export function stateOf({ status, paused }: InboxRoute, fails = false) {
  const state = status !== 'active' || fails ? 'waiting' : paused ? 'paused' : 'active';
  return h('span', { class: `state ${state}` }, inboxWords.states[state]);
}

const formItem = (route: InboxRoute) =>
  h('li', { key: route.form_id }, [
    h('a', { href: `#form=${route.form_id}` }, route.alias),
    stateOf(route),
    h('p', { class: 'soft' }, fill(list.counts, asTexts(route.counts))),
  ]);

/** Whether each new form waits for the owner, although the inbox has confirmed others. */
function ConfirmNewForms() {
  const known = useAnswer(inbox.settings, []);
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
  return h('section', { class: 'card' }, [
    isOn !== undefined &&
      h(Switch, {
        path: '/confirm-new-forms',
        label: list.confirmNew,
        hint: list.confirmNewHint,
        value: isOn,
        onChange: (isWanted) => run(() => change(isWanted)),
      }),
    h(ProblemNotice, { problem }),
  ]);
}

interface Props {
  inboxList: InboxRouteList;
  /** Whether the list has just replaced another view. */
  focus: boolean;
  onLeave(everywhere: boolean): void;
}

/** All forms of the inbox. */
export function FormList({ inboxList, focus, onLeave }: Props) {
  const { email, month, routes } = inboxList;
  return h('div', {}, [
    h('div', { class: 'bar' }, [
      h(Heading, { focus }, fill(list.title, { email })),
      h('div', { class: 'actions' }, [
        [false, true].map((everywhere) =>
          quietButton(everywhere ? list.leaveAll : list.leave, () => onLeave(everywhere)),
        ),
      ]),
    ]),
    monthUse(month),
    routes.length === 0
      ? h('p', { class: 'card' }, list.none)
      : h('ul', { class: 'forms', role: 'list' }, routes.map(formItem)),
    DEPLOYMENT.startPage && h('p', {}, h('a', { href: 'start' }, list.create)),
    h(ConfirmNewForms, {}),
  ]);
}
