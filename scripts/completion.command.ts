import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

const root = new URL('..', import.meta.url).pathname

/** `completion bash|zsh|fish`: a script that makes the command known to a shell, with what its Tab key offers. */
export const completionCommand = (program: Command): void => {
  tab(program, { completionCommandName: 'completion' })
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('print a script that adds this command and its completions to a shell')
    .hook('postAction', (command) => console.log(additions(command.args[0], program.name())))
}

/** There is no program of that name to be found: a function is. The completion asks it for what there is. */
const additions = (shell: string | undefined, name: string): string => {
  const call = `node ${quoted(`${root}scripts/run.mjs`)} ${quoted(`${root}scripts/cli.ts`)}`
  if (shell === 'fish') return `\nfunction ${name}; ${call} $argv; end`
  const definition = `\n${name}() { ${call} "$@"; }`
  return shell === 'bash' ? `${definition}\n${wordsOfBash}` : definition
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`

/** The script above takes this from the package bash-completion, which not every machine has. */
const wordsOfBash = `
declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
  cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} cword=$COMP_CWORD
  words=("\${COMP_WORDS[@]}")
}`
