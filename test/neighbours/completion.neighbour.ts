import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ENTRY } from '../support/service-process.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { unlessInstalled } from './programs.ts';

const ID = 'cfm_7K2MNP4QRSTVWXYZ';

/** A line as it is when Tab is pressed, and what stands in place of its last word then. */
const LINES: readonly [line: string, completed: string][] = [
  ['letterslot verif', 'verify-receipt'],
  ['letterslot form del', 'delete'],
  ['letterslot help keys rot', 'rotate'],
  ['letterslot form show cf', ID],
  [`letterslot form set ${ID} redi`, 'redirect='],
  [`letterslot form set ${ID} challenge=su`, 'challenge=suspicious'],
  [`letterslot form unset ${ID} redi`, 'redirect'],
  ['letterslot form create you@example.com --fr', '--framework'],
  ['letterslot form create you@example.com --framework sv', 'svelte'],
  ['letterslot form apply mani', 'manifest.json'],
  ['letterslot completion z', 'zsh'],
];

/** readline completes the word after a `=` alone; shells show more of the line. */
const lastPart = (line: string) =>
  line
    .trimEnd()
    .split(/[ =](?=\S)/)
    .at(-1);

/** Prints COMPREPLY for each line, as readline fills it in. */
const BASH = `source <(letterslot completion bash)
while IFS= read -r COMP_LINE; do
  COMP_POINT=\${#COMP_LINE}; _letterslot
  printf '%s\\n' "\${COMPREPLY[*]}"
done`;

const FISH = `letterslot completion fish | source
while read -l line
    complete -C "$line" | string replace -r '\\t.*' ''
end
true`;

/** Types each line into a zsh of its own, presses Tab, and has the shell write what it then has to a file. */
const ZSH = `zmodload zsh/zpty
zpty shell "PS1= zsh -f -i"
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source <(letterslot completion zsh)'
zpty -w shell 'note() { print -r -- "$BUFFER" >> typed; BUFFER=; }; zle -N note; bindkey "^I" complete-word "^X" note'
zpty -w shell 'print ready > begun'
until [[ -s begun ]]; do sleep 0.05; done
touch typed
integer typed=0
while IFS= read -r line; do
  zpty -w -n shell "$line"$'\\t\\x18'
  (( typed += 1 ))
  until (( $(wc -l < typed) >= typed )); do sleep 0.05; done
done
cat typed`;

describe('completion in the shells', () => {
  const folder = newTempFolder('completion');
  after(() => rmSync(folder, { recursive: true, force: true }));
  const forms = join(folder, 'letterslot', 'forms', 'example');
  mkdirSync(forms, { recursive: true });
  const saved = {
    url: 'https://forms.example.com',
    form_id: ID,
    alias: 'Jobs: all',
    management_token: 'x',
  };
  writeFileSync(join(forms, `${ID}.json`), JSON.stringify(saved));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  const program = join(folder, 'bin', 'letterslot');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${ENTRY}' "$@"\n`);
  chmodSync(program, 0o755);

  const shells: readonly [name: string, args: readonly string[], script: string][] = [
    ['bash', ['--norc', '-c'], BASH],
    ['zsh', ['-f', '-c'], ZSH],
    ['fish', ['--no-config', '-c'], FISH],
  ];
  for (const [name, args, script] of shells) {
    it(
      `${name} completes commands, options, settings, saved forms and files`,
      { skip: unlessInstalled(name) },
      () => {
        const printed = execFileSync(name, [...args, script], {
          cwd: folder,
          env: {
            HOME: folder,
            XDG_CONFIG_HOME: folder,
            PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
          },
          input: LINES.map(([line]) => `${line}\n`).join(''),
          encoding: 'utf8',
          timeout: 120_000,
        });
        const completed = printed.trimEnd().split('\n').map(lastPart);
        const wanted = LINES.map(([, word]) => lastPart(word));
        assert.deepEqual(completed, wanted);
      },
    );
  }
});
