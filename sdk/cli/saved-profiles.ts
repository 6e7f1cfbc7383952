import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CommandFailure } from './failure.ts'

/** The data that `login` saves: the address of a store, and the key for each address, including staging. */
export type SavedProfile = { url: string; keys: Record<string, string> }

export const DEFAULT_PROFILE = 'default'

/** The folder of our settings, as the XDG Base Directory Specification says. */
const folder = (): string => {
  const { XDG_CONFIG_HOME } = process.env
  if (XDG_CONFIG_HOME) return join(XDG_CONFIG_HOME, 'adoption-store')
  const home = homeFolder()
  if (home === undefined) {
    const advice = 'set XDG_CONFIG_HOME to a folder for saved keys'
    throw new CommandFailure('no_home_folder', `this user has no home folder: ${advice}`)
  }
  return join(home, '.config', 'adoption-store')
}

/** Users of containers and services may have none. */
const homeFolder = (): string | undefined => {
  try {
    return process.env.HOME || homedir()
  } catch {
    return undefined
  }
}

export const profilesFile = (): string => join(folder(), 'profiles.json')

/** All saved profiles by name. */
export const readProfiles = (): Map<string, SavedProfile> => {
  if (!process.env.XDG_CONFIG_HOME && homeFolder() === undefined) return new Map()
  const file = profilesFile()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw new CommandFailure('unreadable_profiles', `${file} cannot be read: ${error}`)
  }
  try {
    const profiles: unknown = JSON.parse(text)
    if (isProfiles(profiles)) return new Map(Object.entries(profiles))
  } catch {
    // Reported below.
  }
  const advice = 'delete it, and run "login" again'
  throw new CommandFailure('unreadable_profiles', `${file} is not a file of profiles: ${advice}`)
}

const isProfiles = (value: unknown): value is Record<string, SavedProfile> =>
  isRecord(value) &&
  Object.values(value).every(
    (profile) =>
      isRecord(profile) &&
      typeof profile.url === 'string' &&
      isRecord(profile.keys) &&
      Object.values(profile.keys).every((key) => typeof key === 'string'),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the file as a whole. Only its owner can read it or its folder. */
export const writeProfiles = (profiles: ReadonlyMap<string, SavedProfile>): void => {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  chmodSync(folder(), 0o700)
  const temporary = `${profilesFile()}.${process.pid}`
  try {
    const text = `${JSON.stringify(Object.fromEntries(profiles), undefined, 2)}\n`
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, profilesFile())
  } finally {
    rmSync(temporary, { force: true })
  }
}
