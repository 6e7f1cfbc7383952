#!/usr/bin/env node
// The command of the packed client, with the commands for API users. The store's own command line has them too.
import { Command, CommanderError } from 'commander'
import { version } from '../mod.ts'
import { print } from './output.ts'
import { withUsageErrors } from './usage-errors.ts'
import { type UserCommand, userCommands } from './user-commands.ts'

const FAILED = 1
const WRONG_USAGE = 2
/** A shell's exit code for a program whose output nobody reads (128 plus the number of SIGPIPE). */
const NO_READER = 141

const help = `
adoption-store COMMAND --help shows the options of a command, with examples.

Examples:
  adoption-store login
  adoption-store pets list --status available
  adoption-store webhooks listen --forward-to http://localhost:4000/hooks`

const OLDEST_NODE = 20

const main = async (args: readonly string[]): Promise<number> => {
  const { node } = process.versions
  if (Number.parseInt(node, 10) < OLDEST_NODE) {
    throw new Error(`it needs Node.js ${OLDEST_NODE} or later, and this is ${node}`)
  }
  const program = withUsageErrors(new Command('adoption-store'))
    .description('The Animal Adoption Store over HTTP, with an API key.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(--help shows the usage)')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', help)
    .exitOverride()
  const context = { print, fetch: (url: string, init: RequestInit) => globalThis.fetch(url, init) }
  const named = args.filter((arg) => !arg.startsWith('-'))
  const wanted = named[0] === 'help' ? named[1] : named[0]
  for (const entry of userCommands(context)) await add(program, entry, entry.name === wanted)
  await program.parseAsync([...args], { from: 'user' })
  return 0
}

/** Only the command that runs is complete. */
const add = async (
  program: Command,
  { name, description, examples, load }: UserCommand,
  isWanted: boolean,
): Promise<void> => {
  const command = program.command(name).description(description)
  if (!isWanted) return
  const addTo = await load()
  addTo(command)
  addExamples(command, examples, name)
}

const addExamples = (command: Command, examples: readonly string[], path: string): void => {
  const own = examples.filter((line) => `${line} `.includes(`${path} `))
  const lines = own.map((line) => `\n  adoption-store ${line}`)
  if (own.length > 0) command.addHelpText('after', `\nExamples:${lines.join('')}`)
  for (const sub of command.commands) addExamples(sub, examples, `${path} ${sub.name()}`)
}

const codeOf = (error: unknown): number => {
  if (error instanceof CommanderError) {
    const isOwnCode = error.exitCode === 0 || error.code === 'adoption-store.reported'
    return isOwnCode ? error.exitCode : WRONG_USAGE
  }
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  return FAILED
}

for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? NO_READER : FAILED))
}
const code = await main(process.argv.slice(2)).catch(codeOf)
// After a failure, open resources must not keep the process alive.
if (code !== 0) process.exit(code)
