import { looksOf } from '../../platform/text/look-alikes.ts';

/** The subjects of our own mails. Each has one of `TELLING` in it. */
export const NOTICE_SUBJECTS = {
  confirm: 'Confirm this inbox for a new form',
  newForm: 'A new form delivers to this inbox',
  heldForm: 'A new form waits for this inbox',
  monthReached: 'The monthly limit of your forms is reached',
  monthUsed: (percent: number) =>
    `${percent} % of the monthly limit of your forms is used` as const,
  askStop: 'Do you want to stop your form?',
  stopped: 'Your form was stopped',
  askRestart: 'Start your form again?',
} as const;

type Subjects = typeof NOTICE_SUBJECTS;

export type NoticeSubject =
  Extract<Subjects[keyof Subjects], string> | ReturnType<Subjects['monthUsed']>;

/** Words that only our own mails have in their subjects. */
const TELLING = [
  'confirm this inbox',
  'new form delivers',
  'new form waits',
  'monthly limit of your forms',
  'stop your form',
  'form was stopped',
  'start your form again',
].map(looksOf);

/** Whether a reader could take a subject for that of a notice, however it is written. */
export function imitatesNotice(subject: string): boolean {
  const looks = looksOf(subject);
  return TELLING.some((words) => looks.includes(words));
}
