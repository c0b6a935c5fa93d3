import { createForm, submit, type Nodes } from './start-nodes.ts';

interface Outcome {
  /** As performance.now() gives it. */
  startedAt: number;
  /** The HTTP status; 599 if no answer came. */
  status: number;
  formId: string | undefined;
  retryable: unknown;
}

export interface Load {
  /** Waits for what is under way and returns the outcomes. */
  stop(): Promise<{ submissions: Outcome[]; creations: Outcome[] }>;
}

/** Milliseconds between two submissions, and how many of them come with a creation. */
const EVERY = 20;
const CREATION_EVERY = 4;

async function observe(call: Promise<Response>): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const answer = await call;
    const body = (await answer.json()) as { form_id?: string; retryable?: unknown };
    return { startedAt, status: answer.status, formId: body.form_id, retryable: body.retryable };
  } catch {
    return { startedAt, status: 599, formId: undefined, retryable: undefined };
  }
}

/** Submits and creates at a steady rate, over all nodes in turn, whatever the answers. */
export function startLoad(nodes: Nodes, formId: string): Load {
  const submissions: Promise<Outcome>[] = [];
  const creations: Promise<Outcome>[] = [];
  const timer = setInterval(() => {
    submissions.push(observe(submit(nodes.any().url, formId)));
    if (submissions.length % CREATION_EVERY > 0) return;
    const email = `visitor-${creations.length}@example.com`;
    creations.push(observe(createForm(nodes.any().url, {}, email)));
  }, EVERY);
  return {
    async stop() {
      clearInterval(timer);
      return {
        submissions: await Promise.all(submissions),
        creations: await Promise.all(creations),
      };
    },
  };
}
