import { send } from './send.ts';
import type { Options, Result } from './types.ts';

/** A submit event with what browsers with WebMCP add to it. */
export interface Submit {
  type: string;
  agentInvoked?: boolean;
  respondWith?: (message: Promise<string>) => void;
}

/** Sends a form. If an agent filled it in, the message says so, and the agent gets the answer. */
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
  // The agent first: resetting the form ends its call.
  await told;
  return sending;
}
