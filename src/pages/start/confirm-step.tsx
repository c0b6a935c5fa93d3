import { useEffect, useState } from 'preact/hooks';
import type { RouteResource } from '../../contract/schemas.ts';
import { ask, getRoute, problemOf, routePath, type Problem } from '../api.ts';
import { announce, asMoment, fill, startWords } from '../context.tsx';
import { Action, PreviewLink, ProblemNotice } from '../parts.tsx';

const { confirm } = startWords;

interface Props {
  route: RouteResource;
  email?: string | undefined;
  onRoute(route: RouteResource): void;
}

/** Polls the state at the service's interval, and at once when the page becomes visible. */
function usePolling(
  { form_id: formId, next_action: next }: RouteResource,
  onRoute: (route: RouteResource) => void,
): Problem | undefined {
  const [problem, setProblem] = useState<Problem>();
  const seconds = next.type === 'none' ? undefined : next.poll.interval_seconds;
  useEffect(() => {
    if (seconds === undefined) return undefined;
    let over = false;
    const poll = async () => {
      const failed = await problemOf(async () => {
        const route = await getRoute(formId);
        if (!over && route.status === 'active') onRoute(route);
      });
      if (!over) setProblem(failed);
    };
    const pollIfSeen = () => {
      if (document.visibilityState === 'visible') void poll();
    };
    const timer = setInterval(poll, seconds * 1_000);
    document.addEventListener('visibilitychange', pollIfSeen);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollIfSeen);
    };
  }, [formId, seconds]);
  return problem;
}

function SendAgain({ route, onRoute }: Pick<Props, 'route' | 'onRoute'>) {
  const { form_id: id, management_token: token } = route;
  const [sent, setSent] = useState(false);
  const send = async () => {
    setSent(false);
    const { value, status } = await ask<RouteResource>(`${routePath(id)}/verification`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    onRoute(value);
    // Otherwise it was not needed.
    if (status !== 202) return;
    setSent(true);
    announce(confirm.sent);
  };
  return (
    <div>
      <Action label={confirm.again} busy={confirm.busy} quiet act={send} />
      {sent && <p class="notice good">{confirm.sent}</p>}
    </div>
  );
}

/** Waits for the owner of the inbox. */
export function AwaitConfirmation({ route, email, onRoute }: Props) {
  const problem = usePolling(route, onRoute);
  const { verification_expires_at: until } = route;
  return (
    <div class="card">
      <p>{email ? fill(confirm.look, { email }) : confirm.lookThere}</p>
      <PreviewLink />
      <p class="waiting">{confirm.waiting}</p>
      {until && <p class="soft">{fill(confirm.until, { time: asMoment(until, 'long') })}</p>}
      {route.management_token && <SendAgain route={route} onRoute={onRoute} />}
      <ProblemNotice problem={problem} />
    </div>
  );
}
