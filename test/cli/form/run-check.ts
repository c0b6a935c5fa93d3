import { checkPage } from '../../../src/cli/form/check/check-page.ts';
import type { CommandContext } from '../../../src/cli/command.ts';
import { newTempFolder } from '../../support/temp-folder.ts';

export interface Run {
  code: number | 'running' | void;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into reports of every shape
  report: any;
  text: string;
}

export type Check = (
  options?: Record<string, string>,
  variables?: Record<string, string>,
  path?: string,
) => Promise<Run>;

/** Runs `form check` in this process with these options, for people and with --json. */
export async function runCheck(
  page: string,
  options: Record<string, string> = {},
  variables: Record<string, string> = {},
): Promise<Run> {
  const folder = newTempFolder('form-check');
  const run = async (isJson: boolean) => {
    const lines: string[] = [];
    const context: Partial<CommandContext> = {
      positionals: [page],
      option: (name) => options[name],
      flag: (name) => isJson && name === 'json',
      variable: (name) => ({ XDG_CONFIG_HOME: folder, ...variables })[name],
      print: (...texts) => void lines.push(...texts),
      note: () => undefined,
    };
    return { code: await checkPage(context as CommandContext), text: lines.join('\n') };
  };
  const { code, text } = await run(true);
  return { code, report: JSON.parse(text), text: (await run(false)).text };
}

/** The codes of the findings, as `problem x` and `note y`. */
export const codesOf = ({ report }: Run): string[] =>
  [report, ...report.forms].flatMap(({ findings }) =>
    findings.map(({ level, code }: { level: string; code: string }) => `${level} ${code}`),
  );
