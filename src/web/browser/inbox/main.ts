import { h, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { InboxRouteList } from '../../../contract/schemas.ts';
import type { Problem } from '../api.ts';
import { AnnounceContext, draw } from '../context.ts';
import { ProblemNotice } from '../parts.ts';
import { FormList } from './form-list.ts';
import { FormView } from './form-view.ts';
import { inbox, type InboxRoute } from './operations.ts';
import {
  keptSession,
  RequestContext,
  takeToken,
  useSession,
  type SessionState,
} from './session.ts';
import { OpenInbox, SignIn } from './sign-in.ts';
import { words } from './inbox-words.ts';

const chosenForm = () => /^#form=(\w+)$/.exec(location.hash)?.[1];

/** What the fragment of the address says: a form to show, or the token of a mailed link. */
function useFragment() {
  const [formId, setFormId] = useState(chosenForm);
  const [token, setToken] = useState(takeToken);
  /** Whether the view was changed here, so that the focus has to follow. */
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    const follow = () => {
      const mailed = takeToken();
      if (mailed !== undefined) setToken(mailed);
      else setFormId(chosenForm());
      setMoved(true);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return { formId, moved, token, dropToken: () => setToken(undefined) };
}

interface ViewsProps {
  session: SessionState;
  formId: string | undefined;
  moved: boolean;
  onEmail(email: string): void;
}

/** The list of forms, or one of them. */
function Views({ session, formId, moved, onEmail }: ViewsProps): ComponentChildren {
  const [list, setList] = useState<InboxRouteList>();
  const [problem, setProblem] = useState<Problem>();
  const bearer = session.session?.session;
  const load = async () => {
    const outcome = await inbox.list(session.request);
    setProblem(outcome.ok ? undefined : outcome.problem);
    if (!outcome.ok) return;
    setList(outcome.value);
    onEmail(outcome.value.email);
  };
  // The list shows new counts whenever it is opened.
  useEffect(() => {
    if (bearer !== undefined) void load();
  }, [bearer, formId]);
  const change = (id: string, changed: Partial<InboxRoute>) =>
    setList(
      list && {
        ...list,
        routes: list.routes.map((route) =>
          route.form_id === id ? { ...route, ...changed } : route,
        ),
      },
    );
  const route = list?.routes.find(({ form_id: id }) => id === formId);
  const leave = async (everywhere: boolean) => {
    const outcome = await inbox.end(session.request, everywhere);
    // A session that cannot be ended is forgotten all the same, but not where all were to end.
    if (everywhere && !outcome.ok) {
      setProblem(outcome.problem);
      return;
    }
    setList(undefined);
    onEmail('');
    session.leave();
  };
  return h(
    'div',
    {},
    h(ProblemNotice, { problem: bearer === undefined ? undefined : problem }),
    list === undefined
      ? null
      : route
        ? h(FormView, {
            // Another form has a view of its own.
            key: list.email + route.form_id,
            route,
            onChanged: (changed) => change(route.form_id, changed),
            onDeleted: () => {
              location.hash = '';
            },
          })
        : h(FormList, { inboxList: list, focus: moved, onLeave: leave }),
  );
}

function App(): ComponentChildren {
  const session = useSession();
  const { formId, moved, token, dropToken } = useFragment();
  const [email, setEmail] = useState('');
  const [said, announce] = useState('');
  const isIn = session.session !== undefined && token === undefined;
  useEffect(() => {
    const lead = document.querySelector<HTMLElement>('.lead');
    if (lead) lead.hidden = isIn;
    // A change of the language would lose the token of the link.
    const languages = document.querySelector<HTMLElement>('.languages');
    if (languages) languages.hidden = token !== undefined;
  }, [isIn, token]);
  return h(
    AnnounceContext.Provider,
    { value: announce },
    h(
      RequestContext.Provider,
      { value: session.request },
      token !== undefined
        ? h(OpenInbox, {
            // Another link starts afresh.
            key: token,
            token,
            onSession(next) {
              session.begin(next);
              dropToken();
              announce(words.signIn.opened);
            },
            onInvalid: dropToken,
          })
        : session.session
          ? null
          : h(SignIn, { email, ended: session.ended }),
      // Hidden while a new session is asked for, so that nothing typed is lost.
      h('div', { hidden: !isIn }, h(Views, { session, formId, moved, onEmail: setEmail })),
    ),
    h('p', { class: 'unseen', role: 'status' }, said),
  );
}

draw(h(App, {}), keptSession() === undefined && !location.hash.startsWith('#token='));
