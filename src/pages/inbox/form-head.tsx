import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TestReport } from '../../contract/schemas.ts';
import { useTask } from '../api.ts';
import { announce, DEPLOYMENT, fill, inboxWords } from '../context.tsx';
import { CopyButton, Heading, LinkAside, ProblemNotice, QuietButton, UsedNote } from '../parts.tsx';
import { form, type InboxRoute } from './operations.ts';

const { test, view } = inboxWords;

/** A test's outcome at each of the form's places, with input for further ones. */
function Report({ formId, delivery, ...use }: TestReport & { formId: string }) {
  const failed = Object.entries(delivery).filter(([, outcome]) => outcome === 'failed');
  return (
    <div class={failed.length > 0 ? 'notice' : 'notice good'}>
      <p>{test.delivered}</p>
      {failed.map(([place]) => (
        <p key={place}>{fill(test.failed, { place })}</p>
      ))}
      <UsedNote text={test.used} {...use} />
      {DEPLOYMENT.startPage && (
        <p>
          <LinkAside href={`start#form=${formId}`}>{test.own}</LinkAside>
        </p>
      )}
    </div>
  );
}

interface HeadProps {
  route: InboxRoute;
  onTested(): void;
  /** Its state, with its action. */
  state: ComponentChildren;
  children?: ComponentChildren;
}

/** The name of the form, its state, where it posts to, and a test. */
export function Head({ route, onTested, state, children }: HeadProps) {
  const [report, setReport] = useState<TestReport>();
  const { busy, problem, run } = useTask();
  // That a test arrived is no news once the form is paused or stopped.
  useEffect(() => setReport(undefined), [route.state]);
  const send = async () => {
    announce('');
    setReport(undefined);
    setReport(await form.test(route.form_id));
    announce(test.delivered);
    onTested();
  };
  return (
    <div class="card head">
      <div class="bar">
        <Heading focus>{route.name}</Heading>
        {/* Any other form refuses tests. */}
        {route.state === 'active' && (
          <>
            <QuietButton
              label={busy ? test.busy : test.button}
              class="quiet"
              aria-disabled={busy}
              aria-describedby="test-hint"
              onClick={() => run(send)}
            />
            <p id="test-hint" class="unseen">
              {test.explanation}
            </p>
          </>
        )}
      </div>
      {state}
      <p class="value">
        <span class="label">{view.endpoint}</span>
        <code id="endpoint">{route.endpoint}</code>
        <CopyButton text={route.endpoint} what={view.endpoint} shownIn="endpoint" />
      </p>
      {report && <Report {...report} formId={route.form_id} />}
      <ProblemNotice problem={problem} />
      {children}
    </div>
  );
}
