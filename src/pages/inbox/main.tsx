import { useEffect, useState } from 'preact/hooks';
import type { InboxRouteList } from '../../contract/schemas.ts';
import { problemOf, type Problem } from '../api.ts';
import { announce, Announcements, draw, inboxWords } from '../context.tsx';
import { ProblemNotice } from '../parts.tsx';
import { FIRST_LOOK, FormList } from './form-list.tsx';
import { FormView } from './form-view.tsx';
import { inbox, type InboxRoute } from './operations.ts';
import { beginSession, keptSession, leaveSession, takeToken, useSession } from './session.ts';
import { OpenInbox, SignIn } from './sign-in.tsx';

const chosenForm = () => /^#form=(\w+)$/.exec(location.hash)?.[1];

/** The fragment of the address: a form to show, or the token of a mailed link. */
function useFragment() {
  const [formId, setFormId] = useState(chosenForm);
  const [token, setToken] = useState(takeToken);
  /** True if the view was changed here, so that the focus has to follow. */
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
  /** The session; undefined while there is none. */
  bearer: string | undefined;
  formId: string | undefined;
  moved: boolean;
  onEmail(email: string): void;
}

/** The list of forms, or one of them. */
function Views({ bearer, formId, moved, onEmail }: ViewsProps) {
  const [list, setList] = useState<InboxRouteList>();
  const [problem, setProblem] = useState<Problem>();
  const [look, setLook] = useState(FIRST_LOOK);
  const load = async () => {
    const loaded = await inbox.list();
    setList(loaded);
    onEmail(loaded.email);
  };
  // The list shows new counts whenever it is opened.
  useEffect(() => {
    if (bearer !== undefined) void problemOf(load).then(setProblem);
  }, [bearer, formId]);
  const change = (changed: InboxRoute) => {
    const { routes = [] } = list ?? {};
    const at = routes.findIndex((route) => route.form_id === changed.form_id);
    setList(list && { ...list, routes: routes.with(at, changed) });
  };
  const route = list?.routes.find(({ form_id: id }) => id === formId);
  const leave = async (everywhere: boolean) => {
    const failed = await problemOf(() => inbox.end(everywhere));
    // A session that cannot be ended is forgotten all the same, but not if all were to end.
    if (everywhere && failed) {
      setProblem(failed);
      return;
    }
    setList(undefined);
    onEmail('');
    leaveSession();
  };
  return (
    <div>
      <ProblemNotice problem={bearer === undefined ? undefined : problem} />
      {list &&
        (route ? (
          <FormView
            // Another form has a view of its own.
            key={list.email + route.form_id}
            email={list.email}
            route={route}
            onChanged={(changed) => change({ ...route, ...changed })}
            onDeleted={() => {
              location.hash = '';
            }}
          />
        ) : (
          <FormList
            inboxList={list}
            focus={moved}
            look={look}
            onLook={setLook}
            onLeave={(everywhere) => void leave(everywhere)}
          />
        ))}
    </div>
  );
}

function App() {
  const { session, ended } = useSession();
  const { formId, moved, token, dropToken } = useFragment();
  const [email, setEmail] = useState('');
  const isIn = session !== undefined && token === undefined;
  useEffect(() => {
    const lead = document.querySelector<HTMLElement>('.lead');
    if (lead) lead.hidden = isIn;
    document.querySelector('main')?.classList.toggle('signed-in', isIn);
    // A change of the language would lose the token of the link.
    const languages = document.querySelector<HTMLElement>('.languages');
    if (languages) languages.hidden = token !== undefined;
  }, [isIn, token]);
  return (
    <>
      {token !== undefined ? (
        <OpenInbox
          // Another link starts afresh.
          key={token}
          token={token}
          onSession={(next) => {
            beginSession(next);
            dropToken();
            announce(inboxWords.signIn.opened);
          }}
          onInvalid={dropToken}
        />
      ) : session ? null : (
        <SignIn email={email} ended={ended} />
      )}
      {/* Hidden while a new session is asked for, so that nothing typed is lost. */}
      <div hidden={!isIn}>
        <Views bearer={session?.session} formId={formId} moved={moved} onEmail={setEmail} />
      </div>
      <Announcements />
    </>
  );
}

draw(<App />, keptSession() === undefined && !location.hash.startsWith('#token='));
