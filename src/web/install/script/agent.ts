import { send } from './send.ts';
import type { Options, Result } from './types.ts';

/** A submit event with what browsers with WebMCP add to it. */
interface Submit {
  type: string;
  agentInvoked?: boolean;
  respondWith?: (message: Promise<string>) => void;
}

/** Sends a form. If an agent filled it in, the message says so, and the agent is told what became of it. */
export async function sendFor(
  event: Submit,
  form: HTMLFormElement,
  options: Options,
): Promise<Result> {
  if (!event.agentInvoked) return send(form, options);
  const mark = ({ formData }: FormDataEvent): void => formData.set('_agent', 'true');
  form.addEventListener('formdata', mark, { once: true });
  const sending = send(form, options);
  const told = sending.then(({ message }) => message);
  event.respondWith?.(told);
  // Not before it is told: a form that is reset ends the call of its agent.
  await told;
  return sending;
}
