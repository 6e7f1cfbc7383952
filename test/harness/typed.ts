import { userCommands } from '../../scripts/user-commands.ts'
import { run } from '../../server/program/cli/run.ts'

// Each command adds listeners to the outputs, as a program does once.
process.stdout.setMaxListeners(0)

/** The exit code of a command, and its standard output and standard error. */
type Typed = { code: number; output: string; errors: string[] }

/**
 * Runs an operator's command on a database in this process, because starting a program would take most of the time of a
 * test. Only one can run at a time.
 */
export const typed = (url: string, ...args: string[]): Promise<Typed> => typedIn(operatorOf(url), args)

/** The environment that the operator's commands need. */
export const operatorOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  // PostgreSQL on a busy machine must not count as unavailable.
  DATABASE_DEADLINE_MS: '10000',
  SECRET_KEY: 'a key of tests and of nobody else',
})

/** Runs any command, a user's too, with these environment variables. */
export const typedIn = async (environment: Record<string, string>, args: string[]): Promise<Typed> => {
  const { env } = process
  const { log, error } = console
  const [lines, errors]: string[][] = [[], []]
  console.log = (text: unknown) => void lines?.push(String(text))
  console.error = (text: unknown) => void errors?.push(String(text))
  // Nobody's saved keys.
  process.env = { XDG_CONFIG_HOME: '/nonexistent', ...environment }
  try {
    return {
      code: await run(args, userCommands),
      output: (lines ?? []).join('\n'),
      errors: errors ?? [],
    }
  } finally {
    process.env = env
    Object.assign(console, { log, error })
  }
}
