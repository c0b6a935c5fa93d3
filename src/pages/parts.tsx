import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTask, type Problem } from './api.ts';
import { announce, asNumber, DEPLOYMENT, fill, LANGUAGE, shared, useReady } from './context.tsx';

/** Milliseconds for which a button says that it has copied. */
const COPIED_FOR = 2_500;

/** Copies an element's text. Without https, no clipboard API: it is selected for Ctrl+C. */
async function copyText(text: string, shownIn: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const element = document.getElementById(shownIn);
    if (element) getSelection()?.selectAllChildren(element);
    return false;
  }
}

interface CopyProps {
  text: string;
  /** The name of the text, for screen readers that read the button out of context. */
  what: string;
  /** Id of the element that shows the text. */
  shownIn: string;
}

export function CopyButton({ text, what, shownIn }: CopyProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const done = await copyText(text, shownIn);
    setCopied(done);
    announce(done ? shared.copied : shared.copyFailed);
  };
  const label = copied ? shared.copied : shared.copy;
  return <QuietButton label={label} aria-label={`${label}: ${what}`} onClick={copy} />;
}

interface SecretProps {
  id: string;
  label?: string;
  text: string;
  /** Its name, if there is no label. */
  what?: string;
  hint?: string;
}

/** A value to keep, with a button that copies it. */
export function Keepsake({ id, label, text, what = label ?? '', hint }: SecretProps) {
  return (
    <div class="keepsake">
      {label && <p class="label">{label}</p>}
      <p class="value">
        <code id={id}>{text}</code>
        <CopyButton text={text} what={what} shownIn={id} />
      </p>
      {hint && <p class="soft">{hint}</p>}
    </div>
  );
}

/** Units of time with their seconds, and up to how many seconds people use each. */
const UNITS = [
  { unit: 'second', size: 1, below: 100 },
  { unit: 'minute', size: 60, below: 6_000 },
  { unit: 'hour', size: 3_600, below: 172_800 },
  { unit: 'day', size: 86_400, below: Infinity },
] as const;

function durationOf(seconds: number): string {
  const { unit, size } = UNITS.find(({ below }) => seconds < below) ?? UNITS[0];
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(LANGUAGE, format).format(Math.ceil(seconds / size));
}

/** Problems whose code an operator needs; words explain those that users can fix. */
const FOR_OPERATORS: ReadonlySet<string> = new Set([
  'config_incomplete',
  'delivery_failed',
  'internal_error',
  'other',
]);

function describe({ code, retryAfterSeconds: seconds }: Problem) {
  const known: Readonly<Record<string, string>> = shared.errors;
  const text = known[code] ?? shared.errors.other;
  const wait = seconds ? ` ${fill(shared.retryAfter, { duration: durationOf(seconds) })}` : '';
  return (
    <div class="notice">
      <p>{text + wait}</p>
      {FOR_OPERATORS.has(known[code] === undefined ? 'other' : code) && (
        <p class="soft">
          {shared.errorCode} <code>{code}</code>
        </p>
      )}
    </div>
  );
}

/** An error of the API: its sentence and its code, unless an entry of the step says it. */
export const ProblemNotice = ({ problem }: { problem: Problem | undefined }) => (
  // The element exists before its text, because screen readers only announce changes.
  <div role="alert">{problem && !problem.isAtEntry && describe(problem)}</div>
);

interface UsedProps {
  text: string;
  used?: number;
  limit?: number;
}

/** How much of the month is used after a delivery, if the month is counted. */
export const UsedNote = ({ text, used = 0, limit = 0 }: UsedProps) =>
  limit > 0 && <p class="soft">{fill(text, { used: asNumber(used), limit: asNumber(limit) })}</p>;

/** A link that opens in a tab of its own. */
export const LinkAside = (link: { href: string; class?: string; children: string }) => (
  <a target="_blank" rel="noopener" {...link} />
);

/** Leads to the mailbox that mails go to, if they go to one: the next step then. */
export const PreviewLink = () =>
  DEPLOYMENT.preview && (
    <p>
      <LinkAside href="preview" class="button">
        {shared.preview}
      </LinkAside>
    </p>
  );

/** A picture of lines; the words beside it say the same. */
export const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

interface QuietProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  label: string;
  onClick(): unknown;
}

/** A button of second rank. */
export const QuietButton = ({ label, class: look = 'quiet small', ...button }: QuietProps) => (
  <button type="button" class={look} {...button}>
    {label}
  </button>
);

interface ActionProps {
  label: string;
  /** The label while the operation is under way. */
  busy: string;
  quiet?: boolean;
  /** True if it cannot be undone. */
  danger?: boolean;
  act(): Promise<void>;
}

/** A button that calls an operation, and what went wrong below it. */
export function Action({ label, busy: busyLabel, quiet, danger, act }: ActionProps) {
  const { busy, problem, run } = useTask();
  const onClick = () => {
    // So that the same result is announced again.
    if (!busy) announce('');
    void run(act);
  };
  const look = [quiet && 'quiet', danger && 'danger'].filter(Boolean).join(' ');
  return (
    <div class="action">
      <button type="button" class={look} aria-disabled={busy} onClick={onClick}>
        {busy ? busyLabel : label}
      </button>
      <ProblemNotice problem={problem} />
    </div>
  );
}

/** The attributes of an element that is opened and closed. */
export const disclosure = (open: boolean, onToggle: (open: boolean) => void) => ({
  open,
  onToggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) =>
    onToggle(currentTarget.open),
});

interface SubmitProps {
  label: string;
  /** The label while the form is on its way. */
  busyLabel: string;
  busy: boolean;
  /** Id of its form, if it is not around it. */
  form?: string;
}

/** The button of a form. It is off in the page as it was sent, since nothing would hear it. */
export function Submit({ label, busyLabel, busy, ...owner }: SubmitProps) {
  const isReady = useReady();
  return (
    <button type="submit" disabled={!isReady} aria-disabled={busy} {...owner}>
      {busy ? busyLabel : label}
    </button>
  );
}

export interface HeadingProps {
  /** Moves the focus to it once it becomes true: a step has just changed. */
  focus?: boolean;
  children?: ComponentChildren;
}

export function Heading({ focus = false, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}

/** For a part whose buttons replace each other: moves the focus to the new one, which it lost. */
export function useFocusOnChange<Place extends HTMLElement = HTMLDivElement>(state: unknown) {
  const place = useRef<Place>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) place.current?.querySelector('button')?.focus();
    before.current = state;
  }, [state]);
  return place;
}

/** For a form: moves the focus to the first value with a fault. */
export function useFocusOnFault<Place extends HTMLElement = HTMLFormElement>(
  problem: Problem | undefined,
) {
  const place = useRef<Place>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  return place;
}
