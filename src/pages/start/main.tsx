import { getRoute, type Problem } from '../api.ts';
import { draw } from '../context.tsx';
import { App, keepInLanguages, type Named } from './app.tsx';

/** Reads the form in the fragment, `#form=cfm_…`, by which other pages link to its code. */
async function readNamed(): Promise<Named> {
  const [, formId] = /^#form=(\w+)$/.exec(location.hash) ?? [];
  if (formId === undefined) return undefined;
  keepInLanguages();
  return getRoute(formId).catch((problem: Problem) => problem);
}

const named = await readNamed();
draw(<App named={named} />, named === undefined);
