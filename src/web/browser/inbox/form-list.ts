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
function MonthUse({ month }: Pick<InboxRouteList, 'month'>) {
  const { used, limit, resets_at: until } = month;
  if (used === null || limit === null) return null;
  const text = fill(list.used, { used: asNumber(used), limit: asNumber(limit) });
  return h('div', { class: 'month' }, [
    h('p', { id: 'month-use' }, text),
    h('meter', {
      min: 0,
      max: limit,
      value: used,
      high: limit * 0.8,
      optimum: 0,
      'aria-labelledby': 'month-use',
    }),
    h('p', { class: 'soft' }, fill(list.resets, { date: asDay(until) })),
  ]);
}

interface StateProps extends Pick<InboxRoute, 'status' | 'paused'> {
  /** Mail to its inbox comes back. */
  fails?: boolean;
}

/** Whether a form delivers, in one word. */
export function State({ status, paused, fails = false }: StateProps) {
  const state = status !== 'active' || fails ? 'waiting' : paused ? 'paused' : 'active';
  return h('span', { class: `state ${state}` }, inboxWords.states[state]);
}

function FormItem({ route }: { route: InboxRoute }) {
  const { form_id: id, alias, counts } = route;
  return h('li', {}, [
    h('a', { href: `#form=${id}` }, alias),
    h(State, route),
    h('p', { class: 'soft' }, fill(list.counts, asTexts(counts))),
  ]);
}

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
      h(Heading, { text: fill(list.title, { email }), focus }),
      h('div', { class: 'actions' }, [
        [false, true].map((everywhere) =>
          quietButton(everywhere ? list.leaveAll : list.leave, () => onLeave(everywhere)),
        ),
      ]),
    ]),
    h(MonthUse, { month }),
    routes.length === 0
      ? h('p', { class: 'card' }, list.none)
      : h('ul', { class: 'forms', role: 'list' }, [
          routes.map((route) => h(FormItem, { key: route.form_id, route })),
        ]),
    DEPLOYMENT.startPage && h('p', {}, h('a', { href: 'start' }, list.create)),
    h(ConfirmNewForms, {}),
  ]);
}
