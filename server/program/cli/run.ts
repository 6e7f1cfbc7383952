import { type Command, CommanderError } from 'commander'
import { endNow } from '../../platform/end-now.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { useProxies } from '../../platform/http/proxies.ts'
import { OlderProgramsConnected } from '../../platform/older-programs.ts'
import { visibleText } from '../../platform/visible-text.ts'
import { ConfigError, readProxies } from '../config.ts'
import { type CommandEntry, commandLine, type OverallEntry, wantedBy } from './command-entry.ts'
import { operatorCommands } from './operator-commands.ts'
import { exitCodeOf, Stopped } from './stop-signals.ts'
import { UsageError, usageError } from './usage.ts'

const FAILED = 1
const WRONG_USAGE = 2
const OLDER_PROGRAMS_CONNECTED = 3
/** A shell's exit code for a program whose output nobody reads (128 plus the number of SIGPIPE). */
const NO_READER = 141

/**
 * Runs one command line and returns the exit code: 0 for success, 1 for failure, 2 for wrong usage, 3 if an upgrade
 * would break running programs. `others` are commands that do not belong to the service.
 */
export const run = async (args: string[], others: readonly (CommandEntry | OverallEntry)[] = []): Promise<number> => {
  const outputs = [process.stdout, process.stderr]
  // From the start: help and errors of usage are written before any command is carried out.
  // Tests run many commands in one process.
  for (const output of outputs)
    if (!output.listeners('error').includes(endWithoutOutput)) output.on('error', endWithoutOutput)
  const program = await commandLine([...operatorCommands, ...others], wantedBy(args))
  throwInsteadOfExit(program)
  useProxies(readProxies(process.env))
  program.hook('preAction', (_program, command) => {
    if (command.name() !== 'serve') return
    for (const output of outputs) output.off('error', endWithoutOutput)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return explain(error)
  }
}

/** A server survives without a reader of its log; any other command has nothing left to do. */
const endWithoutOutput = (error: NodeJS.ErrnoException): never =>
  process.exit(error.code === 'EPIPE' ? NO_READER : explain(error))

const throwInsteadOfExit = (command: Command): void => {
  command.exitOverride()
  command.commands.forEach(throwInsteadOfExit)
}

const explain = (error: unknown): number => {
  if (error instanceof Stopped) return endNow(exitCodeOf(error.signal))
  if (error instanceof CommanderError) return commanderCode(error)
  if (error instanceof HttpError && error.code === 'validation_failed') {
    return explain(usageError(error))
  }
  if (error instanceof UsageError) {
    console.error(`error: ${error.message}`)
    return WRONG_USAGE
  }
  if (error instanceof ConfigError || error instanceof HttpError) {
    console.error(`error: ${error.message}`)
    return FAILED
  }
  const cause = error instanceof Error && error.cause ? `: ${error.cause}` : ''
  // The message may contain text of a file.
  const message = error instanceof Error ? error.message : String(error)
  console.error(visibleText(`error: ${message}${cause}`))
  return error instanceof OlderProgramsConnected ? OLDER_PROGRAMS_CONNECTED : FAILED
}

/** An error that a command has reported itself has the right exit code; those of Commander have 1 for wrong usage. */
const commanderCode = ({ code, exitCode }: CommanderError): number => {
  if (exitCode === 0 || code === 'adoption-store.reported') return exitCode
  return WRONG_USAGE
}
