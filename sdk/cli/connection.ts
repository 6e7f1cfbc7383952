import { type Command, InvalidArgumentError, Option } from 'commander'
import { AdoptionStore, type ClientOptions } from '../mod.ts'
import { DEFAULT_PROFILE, readProfiles, type SavedProfile } from './saved-profiles.ts'

/** The URL for requests, and the key to send. */
type Connection = { baseUrl: string; apiKey: string }

export const DEFAULT_URL = 'http://127.0.0.1:3000'
/** Commands give up soon without a response, after about a second and a half, because a person is waiting. */
const MAX_RETRIES = 4

type Options = { url: string; key?: string; profile?: string; staging?: true }

export const urlOption = (): Option => new Option('--url <address>', 'address of the service').env('ADOPTION_URL')

export const profileOption = (): Option =>
  new Option('--profile <name>', 'the saved address and key to use').argParser(readName)

export const stagingOption = (): Option => new Option('--staging', "use the service's staging environment")

/** A profile's name is printed, and is a key in the file. */
const readName = (text: string): string => {
  if (/^\w[\w.-]{0,63}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 1-64 letters, digits, dots, hyphens or underscores.')
}

/**
 * The address and the key of a command: from its options, else from the environment, else from the saved profile. A
 * profile that the command names goes before the environment. The key of a profile is sent to its own address only.
 */
export const connectionOf = (command: Command): Connection => {
  const { profile: name, staging = false } = command.opts<Options>()
  const own = (option: 'url' | 'key') => valueFrom(command, option, 'cli')
  const environment = (option: 'url' | 'key') => valueFrom(command, option, 'env')
  const saved = lazily(() => findProfile(command, name))
  const [url, key] =
    name === undefined ? [own('url') ?? environment('url'), own('key') ?? environment('key')] : [own('url'), own('key')]
  const baseUrl = baseOf(command, url ?? saved()?.url ?? environment('url') ?? DEFAULT_URL, staging)
  const apiKey = key ?? savedKey(saved(), baseUrl) ?? environment('key')
  if (apiKey === undefined) command.error(`error: ${noKey(baseUrl, saved(), staging)}`)
  return { baseUrl, apiKey }
}

const valueFrom = (command: Command, option: 'url' | 'key', source: 'cli' | 'env'): string | undefined =>
  command.getOptionValueSource(option) === source ? command.opts<Options>()[option] || undefined : undefined

const lazily = <Value>(load: () => Value): (() => Value) => {
  let loaded: { value: Value } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}

const findProfile = (command: Command, name: string | undefined): SavedProfile | undefined => {
  const profiles = readProfiles()
  const found = profiles.get(name ?? DEFAULT_PROFILE)
  if (found || name === undefined) return found
  const names = [...profiles.keys()].join(', ') || 'none'
  return command.error(`error: there is no profile "${name}" (saved: ${names}): run "login" first`)
}

const savedKey = (profile: SavedProfile | undefined, baseUrl: string): string | undefined =>
  profile && Object.hasOwn(profile.keys, baseUrl) ? profile.keys[baseUrl] : undefined

const noKey = (baseUrl: string, profile: SavedProfile | undefined, staging: boolean): string => {
  const login = `run "login${staging ? ' --staging' : ''}"`
  const other = profile && !staging ? ` (the profile is for ${profile.url})` : ''
  return `no API key for ${baseUrl}${other}: ${login}, give --key, or set ADOPTION_KEY`
}

/** The address as profiles store it, for staging if requested. */
export const baseOf = (command: Command, address: string, staging: boolean): string => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url && !(url.username || url.password || url.search || url.hash)
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    return command.error(`error: "${address}" is not a valid address; an example is ${DEFAULT_URL}`)
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  return `${url.origin}${path}${staging && !path.endsWith('/staging') ? '/staging' : ''}`
}

export const clientFor = (
  command: Command,
  { baseUrl, apiKey }: Connection,
  fetch: ClientOptions['fetch'],
): AdoptionStore => {
  try {
    return new AdoptionStore({ baseUrl, apiKey, fetch, maxRetries: MAX_RETRIES })
  } catch {
    return command.error('error: this is not an API key: it contains invalid characters')
  }
}
