import { userCommands } from '../../scripts/user-commands.ts'
import { run } from '../../server/program/cli/run.ts'

// Each command listens for the end of the output, as a program of its own may.
process.stdout.setMaxListeners(0)

/** What a command did: its exit code, and what it printed on standard output and standard error. */
type Typed = { code: number; output: string; errors: string[] }

/**
 * A command of the operator on a database, in this process: a program for each would take most of the time of a test. Only
 * one at a time.
 */
export const typed = (url: string, ...args: string[]): Promise<Typed> =>
  typedIn(operatorOf(url), args)

/** What the operator's commands need of the environment. */
export const operatorOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  // A busy machine is not a PostgreSQL that is away.
  DATABASE_DEADLINE_MS: '10000',
  SECRET_KEY: 'a key of tests and of nobody else',
})

/** Any command, a user's too, with these variables in its environment. */
export const typedIn = async (
  environment: Record<string, string>,
  args: string[],
): Promise<Typed> => {
  const { env } = process
  const { log, error } = console
  const [lines, errors]: string[][] = [[], []]
  console.log = (text: unknown) => void lines?.push(String(text))
  console.error = (text: unknown) => void errors?.push(String(text))
  process.env = environment
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
