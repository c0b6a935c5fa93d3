import { createTurns, type TakeTurn } from '../platform/waiting/turns.ts';
import { MailFailure } from '../mail/mailer.ts';

/** Mails with files that are encrypted or sent at the same time: each is in memory twice. */
const MOST = 2;

/** Milliseconds that a mail waits for its turn. */
const PATIENCE = 8_000;

/** Turns of owners, and of their forms, whose mails with files are encrypted; throws MailFailure `overloaded`. */
export const createEncryptionTurns = (patience = PATIENCE): TakeTurn =>
  createTurns({
    most: MOST,
    patience,
    overloaded: () => new MailFailure('overloaded', 'encryption'),
  });
