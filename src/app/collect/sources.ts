import { UsageError, type CommandContext } from '../operator/command.ts';
import type { Mailbox, OpenMail } from './mailbox.ts';

type OpenMailbox = (place: string, context: CommandContext) => Promise<Mailbox>;

/** Where mails can be, by the option that names it. */
const SOURCES: Readonly<Record<string, OpenMailbox>> = {};

/** The mailbox that the command line names; throws UsageError. */
export async function openMailbox(context: CommandContext): Promise<Mailbox> {
  const given = Object.keys(SOURCES).filter((option) => context.option(option) !== undefined);
  const [option = ''] = given;
  const open = SOURCES[option];
  if (!open || given.length > 1) {
    const options = Object.keys(SOURCES).map((name) => `--${name}`);
    throw new UsageError(`Name one mailbox, by ${options.join(' or ')}.`);
  }
  return open(context.option(option) ?? '', context);
}

/** Decrypts the mails of forms with encryption. */
export const createOpenMail = (_context: CommandContext): OpenMail => {
  return () => Promise.resolve(undefined);
};
