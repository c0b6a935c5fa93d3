import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './api.ts';

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** Runs a task, and resolves to what went wrong with its calls. */
export const problemOf = (task: () => Promise<unknown>): Promise<Problem | undefined> =>
  task().then(() => undefined, asProblem);

/** Makes nothing of a call that was refused with this code: `call().catch(unless('not_found'))`. */
export const unless = (code: string) => (error: unknown) => {
  if (asProblem(error).code !== code) throw error;
};

/** Something that the visitor does: whether it is under way, and what went wrong with it last. */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  /** Runs a task, unless one is under way. */
  const run = async (task: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setProblem(await problemOf(task));
    setBusy(false);
  };
  /** Runs a task when a form is sent. */
  const submit =
    (task: (form: HTMLFormElement) => Promise<void>) =>
    (event: TargetedSubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      void run(() => task(form));
    };
  return { busy, problem, run, submit };
}

/** What the service said last, and what went wrong since then. */
export interface Known<T> {
  value?: T;
  problem?: Problem;
}

/** Asks the service, and again when `about` changes; without a question there is no answer. */
export function useAnswer<T>(
  ask: () => Promise<T> | undefined,
  about: readonly unknown[],
): Known<T> {
  const [known, setKnown] = useState<Known<T>>({});
  useEffect(() => {
    let over = false;
    const show = (news: Known<T>) => {
      if (!over) setKnown((before) => (news.problem ? { ...before, ...news } : news));
    };
    void ask()?.then(
      (value) => show({ value }),
      (error: unknown) => show({ problem: asProblem(error) }),
    );
    return () => {
      over = true;
    };
  }, about);
  return known;
}
