import type { Answer } from './types.ts';

/** Milliseconds before each further try, if the service names none, and for all of them. */
const WAITS = [15_000, 60_000, 180_000];
const LONGEST = 600_000;

/** Sending one message. */
export interface Turn {
  /** When it failed first; milliseconds since the epoch. */
  began?: number;
  /** How many tries followed by themselves. */
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
  /** Ends the wait for the next try; undefined while none is waited for. */
  stop?: (() => void) | undefined;
}

/** The answer with what inline code does not read. */
export interface FullAnswer extends Answer {
  error?: string;
  retry_after_seconds?: number;
  doubtful?: boolean;
}

/** True if the message may be sent later, or nobody knows whether it was. */
export const mayPass = (answer: FullAnswer | undefined): boolean =>
  !answer ||
  answer.retry_after_seconds !== undefined ||
  answer.error?.endsWith('delivery_failed') === true;

/** When to try next, in milliseconds since the epoch; undefined if the visitor decides. */
export function nextTry(answer: FullAnswer | undefined, turn: Turn): number | undefined {
  turn.began ??= Date.now();
  const usual = WAITS[turn.tries];
  if (usual === undefined || answer?.doubtful) return undefined;
  const seconds = answer?.retry_after_seconds;
  const due = Date.now() + (seconds === undefined ? usual : seconds * 1000);
  return due > turn.began + LONGEST ? undefined : due;
}

/** Puts buttons behind the status, whose words alone screen readers hear. */
export function offer(status: HTMLElement, acts: Record<string, (button: HTMLElement) => void>) {
  const place = document.createElement('p');
  place.dataset.kept = '';
  for (const [label, act] of Object.entries(acts)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => act(button));
    place.append(button, ' ');
  }
  status.after(place);
}

/** Copies a text; where the browser forbids that, it takes the button's place, selected. */
export async function copy(text: string, button: HTMLElement, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = copied;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('aria-label', button.textContent ?? '');
    button.replaceWith(area);
    area.select();
  }
}
