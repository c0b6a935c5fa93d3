/**
 * Prints how often suspicions are right on test/submissions/corpus: `npm exec -- node
 * scripts/suspicion-rates.ts`. `--missed` adds unmarked spam and marked honest samples.
 */
import { SUSPICIONS, type Suspicion } from '../src/contract/enums.ts';
import { HONEST, SPAM, suspicionsOf, type Sample } from '../test/submissions/corpus.ts';

interface Judged {
  sample: Sample;
  reasons: readonly Suspicion[];
}

const judge = (samples: readonly Sample[]): Judged[] =>
  samples.map((sample) => ({ sample, reasons: suspicionsOf(sample) }));

/** How many samples of each kind there are, and how many of them are marked. */
export interface Rates {
  honest: number;
  honestMarked: number;
  spam: number;
  spamMarked: number;
}

interface Kinds {
  honest: readonly Judged[];
  spam: readonly Judged[];
}

function countRates({ honest, spam }: Kinds, isMarked: (judged: Judged) => boolean): Rates {
  return {
    honest: honest.length,
    honestMarked: honest.filter(isMarked).length,
    spam: spam.length,
    spamMarked: spam.filter(isMarked).length,
  };
}

const all: Kinds = { honest: judge(HONEST), spam: judge(SPAM) };

const isHeldOut = ({ sample }: Judged) => sample.held_out === true;
const heldOut: Kinds = { honest: all.honest.filter(isHeldOut), spam: all.spam.filter(isHeldOut) };

const hasAny = ({ reasons }: Judged) => reasons.length > 0;

/** Rates of all reasons together, on the whole corpus and on the part reserved for evaluation. */
export const measureMarks = () => ({
  whole: countRates(all, hasAny),
  heldOut: countRates(heldOut, hasAny),
});

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

function cellsOf({ honestMarked, spam, spamMarked }: Rates): string[] {
  const precision = percent(spamMarked, spamMarked + honestMarked);
  return [`${honestMarked}`, `${spamMarked}`, precision, percent(spamMarked, spam)];
}

/** A table in Markdown: a row for each reason, and one for all of them. */
export function ratesTable(): string {
  const row = (name: string, isMarked: (judged: Judged) => boolean) =>
    [name, ...cellsOf(countRates(all, isMarked)), ...cellsOf(countRates(heldOut, isMarked))].join(
      ' | ',
    );
  const columns = (kinds: Kinds) =>
    `honest of ${kinds.honest.length} | spam of ${kinds.spam.length} | precision | recall`;
  const rows = SUSPICIONS.filter((reason) => reason !== 'spam_filter').map((reason) =>
    row(`\`${reason}\``, ({ reasons }) => reasons.includes(reason)),
  );
  return [
    `| marked for | ${columns(all)} | held out: ${columns(heldOut)} |`,
    `| ---${' | ---:'.repeat(8)} |`,
    ...[...rows, row('**any reason**', hasAny)].map((cells) => `| ${cells} |`),
  ].join('\n');
}

if (import.meta.main) {
  process.stdout.write(`${ratesTable()}\n`);
  if (process.argv.includes('--missed')) {
    const wrong = [...all.honest.filter(hasAny), ...all.spam.filter((judged) => !hasAny(judged))];
    for (const { sample, reasons } of wrong.filter((judged) => !isHeldOut(judged))) {
      const { form, fields } = sample;
      process.stdout.write(`${JSON.stringify({ form, fields, reasons })}\n`);
    }
  }
}
