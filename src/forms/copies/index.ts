import type { Follower } from '../../submissions/delivery.ts';
import { createAskCopies, type AskCopies, type CopiesContext } from './ask-copies.ts';
import { createDeliverCopies } from './deliver-copies.ts';

/** More inboxes that get each message of a form; docs/copies.md. */
export interface Copies extends AskCopies {
  /** Mails them what was delivered to the owner. */
  deliver: Follower;
}

export const createCopies = (context: CopiesContext): Copies => ({
  ...createAskCopies(context),
  deliver: createDeliverCopies(context),
});
