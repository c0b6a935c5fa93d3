import type { Run } from '../operator/command.ts';
import { createDecrypt } from './decrypt-mail.ts';
import { openMailbox } from './sources.ts';

/** Writes the messages of a mailbox into a table; exit code 0 even if some are marked, 1 then with --strict. */
export const collectMails: Run = async (context) => {
  const mailbox = await openMailbox(context);
  const open = createDecrypt(context);
  try {
    for await (const mail of mailbox.read({ last: undefined, has: () => false })) {
      await open(mail.raw);
    }
  } finally {
    await mailbox.close();
  }
};
