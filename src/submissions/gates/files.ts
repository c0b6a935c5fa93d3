import { acceptFiles } from '../files/accept-files.ts';
import type { Gate } from './gate.ts';

/** Files that mail providers block, or that are of no type that the form takes. */
export const FILES: Gate = {
  name: 'files',
  at: ({ settings: { files: taken } }) =>
    taken &&
    (async (passing) => {
      const { files } = passing.submission;
      if (!files) return;
      passing.submission = {
        ...passing.submission,
        files: await acceptFiles(files, taken.types),
      };
    }),
};
