const { env } = process

/** Variables by which `faketime` changes the clock of a program. */
const isOfClock = (name: string): boolean => /^(LD_PRELOAD|NO_FAKE_STAT|FAKETIME.*)$/.test(name)

/**
 * Of our environment, what each program needs that gets none of our settings: the PATH, and the clock of the tests if
 * `faketime` has changed it.
 */
export const basicEnvironment: Record<string, string> = Object.fromEntries(
  Object.entries(env).filter(
    (entry): entry is [string, string] => entry[0] === 'PATH' || isOfClock(entry[0]),
  ),
)

/** Our environment with the real clock, for programs that do not work with another. */
export const realClockEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(env).filter(([name]) => !isOfClock(name)),
)
