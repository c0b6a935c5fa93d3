import { SavedForms } from '../cli/form/saved-forms.ts';
import { printable } from '../cli/form/deployment.ts';
import { findCommand, verbsOf } from './command-line.ts';
import { COMMANDS } from './commands.ts';
import { choicesOf, SETTINGS, summaryOf } from './help.ts';
import { accept, type Command, type CommandContext, type Run } from '../cli/operator/command.ts';
import { parseFormId } from '../contract/names.ts';
import { oneOf } from '../platform/settings/setting-parsers.ts';

/**
 * What each shell runs: at each press of Tab it asks this program, so that a new version is known at once. A line
 * `:files` or `:folders` stands for the shell's own completion.
 */
const SCRIPTS = {
  bash: `# Completion of letterslot for bash: eval "$(letterslot completion bash)"
_letterslot() {
  local line=\${COMP_LINE:0:COMP_POINT} words last IFS=$' \\t\\n'
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  last=\${words[\${#words[@]}-1]}
  IFS=$'\\n'
  COMPREPLY=($(letterslot completion bash -- "\${words[@]:1}" 2> /dev/null))
  case \${COMPREPLY[0]-} in
    :files) COMPREPLY=($(compgen -f -- "$last")); compopt -o filenames 2> /dev/null ;;
    :folders) COMPREPLY=($(compgen -d -- "$last")); compopt -o filenames 2> /dev/null ;;
    *=) compopt -o nospace 2> /dev/null ;;
  esac
  # readline completes the word after the last "=" alone.
  if [[ $last == *=* && $COMP_WORDBREAKS == *=* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"\${last%"\${last##*=}"}"}")
  fi
}
complete -F _letterslot letterslot`,

  zsh: `#compdef letterslot
# Completion of letterslot for zsh: letterslot completion zsh > "\${fpath[1]}/_letterslot"
_letterslot() {
  local -a lines open
  lines=("\${(@f)$(letterslot completion zsh -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  case $lines[1] in
    :files) _files ;;
    :folders) _files -/ ;;
    ?*)
      open=(\${(M)lines:#[a-z_]##=*})
      if (( $#open )); then _describe setting open -S ''; else _describe letterslot lines; fi ;;
  esac
}
if [[ $funcstack[1] == _letterslot ]]; then _letterslot "$@"; else compdef _letterslot letterslot; fi`,

  fish: `# Completion of letterslot for fish: letterslot completion fish > ~/.config/fish/completions/letterslot.fish
function __letterslot_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines (letterslot completion fish -- $words[2..-1] 2> /dev/null)
    switch "$lines[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :folders
            __fish_complete_directories (commandline -ct)
        case '*'
            printf '%s\\n' $lines
    end
end
complete -c letterslot -f -a '(__letterslot_complete)'`,
} as const;

type Shell = keyof typeof SCRIPTS;

interface Candidate {
  word: string;
  about?: string;
}

const toCandidates = (words: readonly string[]): Candidate[] => words.map((word) => ({ word }));

const PATHS: Readonly<Record<string, string>> = {
  FILE: ':files',
  PLACE: ':files',
  FOLDER: ':folders',
};

const pathsOf = (argument = '') => toCandidates([PATHS[argument] ?? []].flat());

/** The commands that go on with these words. */
function completeCommand([word, ...more]: readonly string[]): Candidate[] {
  if (more.length > 0) return [];
  if (word !== undefined) {
    const about = (verb: string) => COMMANDS[`${word} ${verb}`]?.summary;
    return verbsOf(word).map((verb) => ({ word: verb, about: about(verb) ?? '' }));
  }
  const first = Object.keys(COMMANDS).map((name) => name.split(' ')[0] ?? '');
  return Array.from(new Set([...first, 'help']), (name) => ({
    word: name,
    about: COMMANDS[name]?.summary ?? verbsOf(name).join(', '),
  }));
}

/** Settings as `NAME=` first, then with their values; `form unset` takes their names alone. */
function completeSetting(rest: string, current: string): Candidate[] {
  if (rest === 'NAME')
    return SETTINGS.map(([word, { description }]) => ({ word, about: summaryOf(description) }));
  if (rest !== 'NAME=VALUE') return [];
  const begun = SETTINGS.find(([name]) => current.startsWith(`${name}=`));
  if (begun)
    return toCandidates((choicesOf(begun[1]) ?? []).map((choice) => `${begun[0]}=${choice}`));
  return SETTINGS.map(([name, { description }]) => ({
    word: `${name}=`,
    about: summaryOf(description),
  }));
}

async function completeArgument(argument: string, context: CommandContext): Promise<Candidate[]> {
  if (argument.includes('|')) return toCandidates(argument.split('|'));
  if (argument !== 'FORM_ID') return pathsOf(argument);
  const forms = await new SavedForms(context).list();
  return forms
    .filter(({ form_id: id }) => parseFormId(id))
    .map(({ form_id: word, alias, url }) => ({ word, about: printable(`${alias}, ${url}`) }));
}

/** The arguments among these words, without options and their values. */
function argumentsIn(words: readonly string[], options: NonNullable<Command['options']>): string[] {
  const takesValue = (word = '') => options[word.slice(2)]?.value !== undefined;
  return words.filter((word, at) => !word.startsWith('-') && !takesValue(words[at - 1]));
}

async function completeWord(
  before: readonly string[],
  current: string,
  context: CommandContext,
): Promise<Candidate[]> {
  if (before[0] === 'help') return completeCommand(before.slice(1));
  const found = before.length > 0 ? findCommand(before) : undefined;
  if (!found) return completeCommand(before);
  const { options = {}, arguments: names = [], rest = '' } = found.command;
  const words = before.slice(found.name.split(' ').length);
  const option = options[words.at(-1)?.replace(/^--/, '') ?? ''];
  if (option?.value !== undefined) {
    return option.choices ? toCandidates(option.choices) : pathsOf(option.value);
  }
  if (current.startsWith('-')) {
    const flags = Object.entries(options).map(([flag, { doc }]) => ({
      word: `--${flag}`,
      about: doc,
    }));
    return [...flags, { word: '--help', about: 'Explain this command.' }];
  }
  const next = names[argumentsIn(words, options).length];
  return next === undefined ? completeSetting(rest, current) : completeArgument(next, context);
}

/** A candidate as the shell reads it; bash shows no descriptions. */
function spell(shell: Shell, { word, about = '' }: Candidate): string {
  if (shell === 'bash' || about === '') return word;
  return shell === 'fish' ? `${word}\t${about}` : `${word}:${about}`;
}

/** Prints the script of a shell, or, as that script asks for it, what can stand at the last of some words. */
export const printCompletion: Run = async (context) => {
  const [name, ...words] = context.positionals;
  const shell = accept('The shell', name, oneOf('bash', 'zsh', 'fish')) ?? 'bash';
  const current = words.pop();
  if (current === undefined) return context.print(SCRIPTS[shell]);
  const candidates = await completeWord(words, current, context);
  // zsh and fish choose in ways of their own, which their users set.
  const fitting = candidates.filter(
    ({ word }) => shell !== 'bash' || word.startsWith(':') || word.startsWith(current),
  );
  context.print(...fitting.map((candidate) => spell(shell, candidate)));
};
