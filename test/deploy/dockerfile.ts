import { readFileSync } from 'node:fs';
import { deployPath } from './deploy-files.ts';

export interface Instruction {
  /** In capitals. */
  name: string;
  /** The rest of the instruction, on one line. */
  rest: string;
}

export interface Stage {
  base: string;
  /** The name after AS; undefined for the last stage. */
  name: string | undefined;
  instructions: Instruction[];
}

/** A Dockerfile without escapes, here-documents and directives, which ours has none of. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`no instruction: ${line}`);
    if (name === 'FROM') {
      const [base = '', , stage] = rest.split(/\s+/);
      stages.push({ base, name: stage, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ name, rest });
    }
  }
  return stages;
}

/** The pairs of ENV and LABEL; `$NAME` and `${NAME}` come from what was set before. */
export function parsePairs(rest: string, known: Readonly<Record<string, string>> = {}) {
  const pairs = rest.matchAll(/([\w.]+)=("[^"]*"|\S*)/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name = '', value = '']) => {
      const text = value.replace(/^"|"$/g, '');
      return [name, text.replace(/\$\{?(\w+)\}?/g, (_, other: string) => known[other] ?? '')];
    }),
  );
}

/** An exec form, which is a JSON array; throws for the shell form. */
export function parseCommand(rest: string): string[] {
  return JSON.parse(rest) as string[];
}

export const dockerfile = parseDockerfile(readFileSync(deployPath('../Dockerfile'), 'utf8'));

const [finalStage] = dockerfile.slice(-1);
if (!finalStage) throw new Error('the Dockerfile has no stage');
export const image: Stage = finalStage;

/** The value of an instruction of the image itself; the last one counts. */
export function instructionOf(name: string): string {
  const found = image.instructions.findLast((instruction) => instruction.name === name);
  if (!found) throw new Error(`the image has no ${name}`);
  return found.rest;
}

const ignoreRules = readFileSync(deployPath('../.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Docker's patterns: `*` stays within a folder and matches leading dots; `**` crosses folders. */
function toPattern(rule: string): RegExp {
  const source = rule
    .replace(/^!/, '')
    .replace(/[.+^$()|[\]{}\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (wildcard) => (wildcard === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}

/** True if a path of the build context is kept from COPY: the last rule that matches decides. */
export function isIgnored(path: string): boolean {
  const parts = path.split('/');
  const prefixes = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const last = ignoreRules.findLast((rule) =>
    prefixes.some((prefix) => toPattern(rule).test(prefix)),
  );
  return last !== undefined && !last.startsWith('!');
}
