import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

const root = new URL('..', import.meta.url).pathname

/** `completion bash|zsh|fish`: prints a script that defines the command in a shell, with completions. */
export const completionCommand = (program: Command): void => {
  tab(program, { completionCommandName: 'completion' })
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('print a script that adds this command and its completions to a shell')
    .hook('postAction', (command) => console.log(additions(command.args[0], program.name())))
}

/** The command is a shell function and not a program. The completion calls it to list the candidates. */
const additions = (shell: string | undefined, name: string): string => {
  // An unpacked release has its own Node.js, which its start command finds.
  const call =
    process.env.ADOPTION_STORE_COMMAND === undefined
      ? `node ${quoted(`${root}scripts/run.mjs`)} ${quoted(`${root}scripts/cli.ts`)}`
      : quoted(`${root}adoption-store`)
  if (shell === 'fish') return `\nfunction ${name}; ${call} $argv; end`
  const definition = `\n${name}() { ${call} "$@"; }`
  return shell === 'bash' ? `${definition}\n${wordsOfBash}` : definition
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`

/** The script above needs this from the package bash-completion, which may be missing. */
const wordsOfBash = `
declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
  cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} cword=$COMP_CWORD
  words=("\${COMP_WORDS[@]}")
}`
