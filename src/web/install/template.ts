import type { InstallArtifact } from '../../contract/schemas.ts';

/** The form code of one framework; every file holds the endpoint as its placeholder, or not at all. */
export interface Template {
  /** The first is what `raw=1` answers with, so it holds the endpoint. */
  files: InstallArtifact['files'];
  /** What to know beside what every artifact's notes say. */
  notes: readonly string[];
}

/** Moves every line of a snippet that is not blank to the right by this many spaces. */
export function indent(snippet: string, spaces: number): string {
  return snippet.replace(/^(?=.)/gm, ' '.repeat(spaces));
}
