import { Command } from 'commander'
import { programVersion } from '../version.ts'
import { commandName } from './command-name.ts'

/** A top-level command. Its implementation is loaded on demand. */
export type CommandEntry = {
  name: string
  description: string
  /** Working command lines, each beginning with the path of its command. The help of each command shows its own. */
  examples: readonly string[]
  /** Adds options and subcommands. */
  load: () => Promise<(command: Command) => void>
}

/** A command that needs all the others, such as help. It is added to the complete program, and may have other names. */
export type OverallEntry = Omit<CommandEntry, 'load'> & {
  names: readonly string[]
  addTo: () => Promise<(program: Command) => void>
}

/**
 * Builds the commands. Only those of `wanted` are loaded in full; all of them if it is undefined or names a command
 * that needs all the others.
 */
export const commandLine = async (
  entries: readonly (CommandEntry | OverallEntry)[],
  wanted?: readonly string[],
): Promise<Command> => {
  const program = new Command('adoption-store')
    .description('The Animal Adoption Store: the service and its command line.')
    .version(programVersion, '--version', 'print the version of the program')
    .showHelpAfterError('(--help shows the usage)')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', help())
  const [first, ...rest] = wanted ?? []
  const looksAtAll = (entry: CommandEntry | OverallEntry): entry is OverallEntry =>
    'names' in entry && (first === undefined || entry.names.includes(first))
  const isAll = first === undefined || (rest.length === 0 && entries.some(looksAtAll))
  for (const entry of entries) {
    if (looksAtAll(entry)) (await entry.addTo())(program)
    else await addCommand(program, entry, isAll || wanted?.includes(entry.name) === true)
  }
  for (const { name, examples } of entries) {
    const command = program.commands.find((one) => one.name() === name)
    if (command) addExamples(command, examples, name)
  }
  return program
}

const addCommand = async (
  program: Command,
  { name, description, ...entry }: CommandEntry | OverallEntry,
  isWanted: boolean,
): Promise<void> => {
  const command = program.command(name).description(description)
  if (isWanted && 'load' in entry) (await entry.load())(command)
}

const help = (): string => `
adoption-store COMMAND --help shows the options of a command, with examples.

Examples:
  ${commandName()} sample
  ${commandName()} keys create --plan free --name 'my app'
  ${commandName()} pets list --status available`

const addExamples = (command: Command, examples: readonly string[], path: string): void => {
  const own = examples.filter((line) => `${line} `.includes(`${path} `))
  if (own.length > 0) command.addHelpText('after', `\nExamples:\n  ${own.join('\n  ')}`)
  for (const sub of command.commands) addExamples(sub, examples, `${path} ${sub.name()}`)
}

/**
 * The commands that a command line needs: `help keys` needs `keys`, as `keys --help` does, and so does what a shell
 * runs for each Tab, `complete -- keys cre`.
 */
export const wantedBy = (args: readonly string[]): string[] => {
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-'))
  if (first === 'complete') return [first, ...wantedBy(args.slice(args.indexOf('--') + 1))]
  return [first === 'help' ? second : first]
}
