import type { ChannelName } from '../contract/channels.ts';
import type { Route } from '../forms/route.ts';
import type { Target } from '../forms/targets/channels.ts';
import type { MailFact } from '../mail/quoted-facts.ts';
import type { Outbox, Outboxes } from '../mail/outbox.ts';
import type { Claim } from '../platform/waiting/turns.ts';
import type { Arrival, Delivery } from './delivery.ts';
import type { UploadedFile } from './files/file-content.ts';

/** Waits milliseconds before a retry, without blocking others. Rejects when aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Room for one delivery. */
export interface Room {
  /** For the queue, if the delivery waits there. */
  claim: Claim;
  /** Delivers to the target; throws a DeliveryFailure. */
  deliver(delivery: Delivery, pause?: Pause): Promise<void>;
  /** Releases the room; called once, after the delivery or if there is none. */
  leave(): void;
}

/** The part of a channel that delivers. */
export interface DeliveryChannel {
  /** Throws a DeliveryFailure of the kind `overloaded` if there is no room: nothing was tried. */
  admit(route: Route, target: Target, outbox: Outbox): Room;
}

/** Deliveries that nobody waits for. */
export interface Background {
  /**
   * Runs a task after the answer; false if the queue is full, in total or for its claim. `label`
   * names the task if a stop drops it; `dropped` is called if another owner's task replaces it.
   */
  run(
    task: (pause: Pause) => Promise<void>,
    claim?: Claim,
    about?: { label?: string; dropped?: () => void },
  ): boolean;
}

/** Mails that follow the deliveries of a form: to copies, to the visitor. */
export interface Follower {
  /**
   * Decided once for a form; undefined if nothing follows its deliveries. The result runs after the
   * first target's delivery and is awaited; it resolves to a part of the report and never rejects.
   */
  at(form: Route): Follow | undefined;
}

type Follow = (delivery: Delivery) => Promise<Readonly<Record<string, string>>> | undefined;

/** How many submissions come to a form at the moment. */
export interface Pressure {
  /** Hears what became of each submission to an active form. */
  note(route: Route, arrival: Arrival, requestId: string): void;
  /** True if even unmarked submissions need a solution now. Asked for `challenge: suspicious`. */
  needsSolution(route: Route): boolean;
  /**
   * Takes one of the form's unsolved deliveries of today, on all nodes; undefined if none is left.
   * The result returns it.
   */
  takeUnsolved(route: Route): Promise<(() => void) | undefined>;
  /** How many more times its challenges' cost is doubled; 0 in calm times. Only reads memory. */
  doublings(route: Route): number;
}

/** The parts of a submission that a filter reads: its subject, and its fields as in the mail. */
export interface RatedContent {
  requestId: string;
  subject: string;
  facts: readonly MailFact[];
}

/**
 * A filter's rating of a submission: fine, to be marked, or to be marked and solved with a
 * challenge.
 */
export type Rating = 'fine' | 'odd' | 'spam';

/** A filter that reads the content. */
export interface ContentFilter {
  /** Never throws: one that fails finds everything fine. */
  rate(content: RatedContent): Promise<Rating>;
}

/** A scanner for viruses. */
export interface FileScanner {
  /** True if a file of a form is infected. Throws an error with a `code` if nobody can tell. */
  isInfected(file: Pick<UploadedFile, 'chunks' | 'size'>, claim: Claim): Promise<boolean>;
}

/** Services of the rooms above for submissions. */
export interface Ports {
  channels: Readonly<Record<ChannelName, DeliveryChannel>>;
  /** By which the mails of plain and of marked submissions leave. */
  outboxes: Outboxes;
  background: Background;
  followers: readonly Follower[];
  pressure: Pressure;
  /** Where the operator has such a filter. */
  filter: ContentFilter | undefined;
  /** Where the operator has a scanner. */
  scanner: FileScanner | undefined;
}
