import { Command } from 'commander'
import { programVersion } from '../version.ts'

/** A command of the first level. What it consists of is loaded only where it is wanted. */
export type CommandEntry = {
  name: string
  description: string
  /** Command lines that work, each beginning with the path of its command: they end the help of each. */
  examples: readonly string[]
  /** Adds options, and commands below it. */
  load: () => Promise<(command: Command) => void>
}

/** A command that looks at all others: it is added to the program that has them, and also goes by other names. */
export type OverallEntry = Omit<CommandEntry, 'load'> & {
  names: readonly string[]
  addTo: () => Promise<(program: Command) => void>
}

/** The commands; those of `wanted` alone have what they consist of, and all of them if it is undefined. */
export const commandLine = async (
  entries: readonly (CommandEntry | OverallEntry)[],
  wanted?: string,
): Promise<Command> => {
  const program = new Command('adoption-store')
    .description('The Animal Adoption Store: the service and its command line.')
    .version(programVersion, '--version', 'print the version of the program')
    .showHelpAfterError('(--help shows the usage)')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', help)
  const isAll =
    wanted === undefined ||
    entries.some((entry) => 'names' in entry && entry.names.includes(wanted))
  for (const entry of entries) {
    if ('names' in entry && isAll) (await entry.addTo())(program)
    else await addCommand(program, entry, isAll || entry.name === wanted)
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

const help = `
adoption-store COMMAND --help shows the options of a command, with examples.

Examples:
  npm run cli -- sample
  npm run cli -- keys create --plan free --name 'my app'
  npm run cli -- pets list --status available`

const addExamples = (command: Command, examples: readonly string[], path: string): void => {
  const own = examples.filter((line) => `${line} `.includes(`${path} `))
  if (own.length > 0) command.addHelpText('after', `\nExamples:\n  ${own.join('\n  ')}`)
  for (const sub of command.commands) addExamples(sub, examples, `${path} ${sub.name()}`)
}

/** The command that a command line is about: `help keys` is about `keys`, as `keys --help` is. */
export const wantedBy = (args: readonly string[]): string => {
  const [first = '', second] = args.filter((arg) => !arg.startsWith('-'))
  return first === 'help' ? (second ?? '') : first
}
