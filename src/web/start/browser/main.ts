import { h, render, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FrameworkId } from '../../../contract/words.ts';
import type { StartWords } from '../../../words/words.ts';
import type { RouteResource } from '../../../contract/schemas.ts';
import { FormCode } from './code-step.ts';
import { AwaitConfirmation } from './confirm-step.ts';
import { PageContext } from './context.ts';
import { CreatedRoute, CreateForm } from './create-step.ts';
import { Step } from './parts.ts';
import { TestForm } from './test-step.ts';

interface Created {
  route: RouteResource;
  email: string;
}

/** Asks before the visitor leaves: only this page has the management token. */
function useLeaveGuard(armed: boolean): void {
  useEffect(() => {
    if (!armed) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [armed]);
}

interface AppProps {
  words: StartWords;
  /** The official name of each framework. */
  frameworks: Readonly<Record<FrameworkId, string>>;
  /** Whether mails go to the mailbox at /preview. */
  preview: boolean;
  /** Called once there is a token to lose. */
  onCreated(): void;
}

/** The whole page: four steps, each of which opens when the one before it is done. */
function App({ words, frameworks, preview, onCreated }: AppProps): ComponentChildren {
  const [created, setCreated] = useState<Created>();
  const [tested, setTested] = useState(false);
  const [said, announce] = useState('');
  const active = created?.route.status === 'active';
  useLeaveGuard(created !== undefined);

  const keep = (route: RouteResource, email: string) => {
    setCreated({ route, email });
    onCreated();
  };
  // Later answers have no management token, so the first one is kept.
  const update = (fresh: RouteResource) => {
    setCreated((before) => before && { ...before, route: { ...before.route, ...fresh } });
    if (fresh.status === 'active') announce(words.confirm.done);
  };
  const { steps } = words;
  return h(
    PageContext.Provider,
    { value: { words, frameworks, announce } },
    h(
      'ol',
      { class: 'steps', role: 'list' },
      h(
        Step,
        { number: 1, title: steps.create, state: created ? 'done' : 'now' },
        created ? h(CreatedRoute, created) : h(CreateForm, { onCreated: keep }),
      ),
      h(
        Step,
        {
          number: 2,
          title: steps.confirm,
          state: active ? 'done' : created ? 'now' : 'later',
          focus: created !== undefined && !active,
        },
        active || !created
          ? h('p', { class: 'outcome' }, words.confirm.done)
          : h(AwaitConfirmation, { ...created, preview, onRoute: update }),
      ),
      h(
        Step,
        { number: 3, title: steps.code, state: active ? 'now' : 'later', focus: active },
        created && active ? h(FormCode, { formId: created.route.form_id }) : null,
      ),
      h(
        Step,
        { number: 4, title: steps.test, state: tested ? 'done' : active ? 'open' : 'later' },
        created && active
          ? h(TestForm, { formId: created.route.form_id, onDelivered: () => setTested(true) })
          : null,
      ),
    ),
    h('p', { class: 'unseen', role: 'status' }, said),
  );
}

/** Renders the page into the element that the server prepared. */
async function start(place: HTMLElement): Promise<void> {
  const { language = 'en', preview, frameworks: names = '{}' } = place.dataset;
  const frameworks = JSON.parse(names) as Record<FrameworkId, string>;
  // The server generates this module from the words of all pages.
  const url = new URL(`words/${language}.js`, import.meta.url);
  const { words } = (await import(url.href)) as { words: StartWords };
  const onCreated = () => document.querySelector('.languages')?.remove();
  place.replaceChildren();
  render(h(App, { words, frameworks, preview: preview === 'true', onCreated }), place);
}

const place = document.getElementById('app');
if (place) await start(place);
