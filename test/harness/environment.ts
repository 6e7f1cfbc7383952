import { spawnSync } from 'node:child_process'

const { env } = process

/** Variables by which `faketime` changes the clock of a program. */
const isOfClock = (name: string): boolean => /^(LD_PRELOAD|NO_FAKE_STAT|FAKETIME.*)$/.test(name)

/**
 * Of our environment, what each program needs that gets none of our settings: the PATH, and the clock of the tests if
 * `faketime` has changed it.
 */
export const basicEnvironment: Record<string, string> = Object.fromEntries(
  Object.entries(env).filter((entry): entry is [string, string] => entry[0] === 'PATH' || isOfClock(entry[0])),
)

/** Our environment with the real clock, for programs that do not work with another. */
export const realClockEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(env).filter(([name]) => !isOfClock(name)),
)

/** How far the clock of the tests is ahead of the real one. Whole seconds, because asking takes some time. */
export const clockAheadMs = (): number => {
  if (Object.keys(env).every((name) => !isOfClock(name))) return 0
  const { stdout } = spawnSync('date', ['+%s'], { encoding: 'utf8', env: realClockEnvironment })
  return (Math.floor(Date.now() / 1_000) - Number(stdout)) * 1_000
}
