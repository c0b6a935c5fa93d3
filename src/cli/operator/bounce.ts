import { noteBounce as noteReport } from '../../consent/bounces/note-bounce.ts';
import { readReport, REPORT_BYTES } from '../../consent/bounces/read-report.ts';
import { UnreadableMail } from '../../mail/parse-mail.ts';
import { createLog } from '../../platform/log/log.ts';
import { SettingsError } from '../../platform/settings/settings.ts';
import { EXIT } from '../command.ts';
import { withStore } from './database.ts';
import type { OperatorContext, OperatorRun } from './context.ts';

/** The beginning of a mail. All of it is read, since mail servers wait for that. */
async function readMail(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    if (size < REPORT_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** The outcome of a report, for the log of the mail server. */
const OUTCOMES = {
  marked: 'the form or the copy delivers nothing for now.',
  counted: 'the form or the copy stops if more days are like this one.',
  ignored: 'nothing changes.',
} as const;

async function note(context: OperatorContext): Promise<number> {
  const bytes = await readMail();
  const report = await readReport(bytes, context.option('recipient'));
  if (!report) {
    context.print('This is not a report about a mail of this service: nothing to do.');
    return EXIT.ok;
  }
  const settings = context.readSettings();
  const noted = await withStore(settings, ({ store, keyring }) => {
    const log = createLog('silent');
    return noteReport({ store, keyring, log, now: Date.now }, report, 'pipe');
  });
  context.print(`The report was read: ${OUTCOMES[noted]}`);
  return EXIT.ok;
}

/**
 * Tells a mail server: 0 deletes the mail, 65 refuses it, 75 retries later. Every other fault is
 * temporary, because an operator can fix it and the bounce would be lost.
 */
export const noteBounce: OperatorRun = async (context) => {
  try {
    return await note(context);
  } catch (error) {
    if (error instanceof UnreadableMail) {
      context.note(`This mail is not read as a report: ${error.message}.`);
      return EXIT.data;
    }
    if (error instanceof SettingsError) context.note(...error.faults);
    else context.note(error instanceof Error ? error.message : 'unknown fault');
    return EXIT.unavailable;
  }
};
