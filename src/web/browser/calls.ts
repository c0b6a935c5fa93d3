import { useEffect, useState } from 'preact/hooks';
import type { Outcome, Problem } from './api.ts';

/** Something that the visitor does: whether it is under way, and what went wrong with it last. */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  return {
    busy,
    problem,
    /** Runs a task that resolves to what went wrong, unless one is under way. */
    async run(task: () => Promise<Problem | undefined>) {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      setProblem(await task());
      setBusy(false);
    },
  };
}

/** What the service said last, and what went wrong since then. */
export interface Answer<T> {
  value?: T;
  problem?: Problem;
}

/** Asks the service, and again when `about` changes; without a question there is no answer. */
export function useAnswer<T>(
  ask: () => Promise<Outcome<T>> | undefined,
  about: readonly unknown[],
): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  useEffect(() => {
    let over = false;
    void ask()?.then((outcome) => {
      if (over) return;
      setAnswer((before) =>
        outcome.ok ? { value: outcome.value } : { ...before, problem: outcome.problem },
      );
    });
    return () => {
      over = true;
    };
  }, about);
  return answer;
}
