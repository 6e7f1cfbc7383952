import type { Command } from 'commander'
import type { Me } from '../mod.ts'
import { baseOf, clientFor, DEFAULT_URL, profileOption, stagingOption, urlOption } from './connection.ts'
import { CommandFailure, fail } from './failure.ts'
import type { CommandContext } from './remote.ts'
import { DEFAULT_PROFILE, profilesFile, readProfiles, type SavedProfile, writeProfiles } from './saved-profiles.ts'
import { ask, isTyped, readFirstLine } from './typed-input.ts'

type Options = { url?: string; profile?: string; staging?: true; json?: true }

/**
 * `login`: checks an address and a key, and saves them. The key is not an option, because the shell would store it in
 * its history.
 */
export const loginCommand =
  (context: CommandContext) =>
  (login: Command): void => {
    login
      .addOption(urlOption())
      .addOption(profileOption().default(DEFAULT_PROFILE))
      .addOption(stagingOption())
      .option('--json', 'print one JSON document')
      .addHelpText('after', help)
      .action(async ({ profile: name = DEFAULT_PROFILE, json, ...options }: Options) => {
        let address = ''
        try {
          const saved = readProfiles().get(name)
          const { url, baseUrl } = await addressOf(login, options, saved)
          address = baseUrl
          const apiKey = await keyFor(baseUrl)
          const me = await clientFor(login, { baseUrl, apiKey }, context.fetch).me.get()
          const keys = saved?.url === url ? saved.keys : {}
          const profile = { url, keys: { ...keys, [baseUrl]: apiKey } }
          writeProfiles(new Map([...readProfiles(), [name, profile]]))
          if (json) return context.print.json({ profile: name, url: baseUrl, me })
          console.log(`Logged in to ${baseUrl} as ${callerText(me)}.`)
          console.log(`The key is saved in ${profilesFile()} as "${name}".`)
        } catch (error) {
          fail(login, error, address)
        }
      })
  }

/** `logout`: removes what `login` saved. */
export const logoutCommand =
  (context: CommandContext) =>
  (logout: Command): void => {
    logout
      .addOption(profileOption().default(DEFAULT_PROFILE))
      .option('--json', 'print one JSON document')
      .action(({ profile: name = DEFAULT_PROFILE, json }: Options) => {
        try {
          const profiles = readProfiles()
          if (!profiles.delete(name)) {
            throw new CommandFailure('profile_not_found', `there is no profile "${name}"`)
          }
          writeProfiles(profiles)
          if (json) return context.print.json({ profile: name, removed: true })
          console.log(`The profile "${name}" was removed. Its keys are still valid.`)
        } catch (error) {
          fail(logout, error, '')
        }
      })
  }

const help = `
The key comes from ADOPTION_KEY, else from the first line of standard input. At a terminal, it is asked for and not shown.
With --staging, the key of the service's staging environment is saved beside the other one.`

/** The address of the service, and the address for its key. */
const addressOf = async (
  login: Command,
  { url, staging }: Pick<Options, 'url' | 'staging'>,
  saved: SavedProfile | undefined,
): Promise<{ url: string; baseUrl: string }> => {
  const given = url ?? (isTyped() ? await askForAddress(saved) : saved?.url)
  if (given === undefined) return login.error('error: no address: give --url, or set ADOPTION_URL')
  const address = baseOf(login, given, false)
  return {
    url: staging ? address.replace(/\/staging$/, '') : address,
    baseUrl: baseOf(login, given, staging === true),
  }
}

const askForAddress = async (saved: SavedProfile | undefined): Promise<string> => {
  const usual = saved?.url ?? DEFAULT_URL
  return (await ask(`Address of the store [${usual}]: `)) || usual
}

const keyFor = async (baseUrl: string): Promise<string> => {
  const { ADOPTION_KEY } = process.env
  const key =
    ADOPTION_KEY || (isTyped() ? await ask(`Key for ${baseUrl}: `, { isHidden: true }) : await readFirstLine())
  if (key) return key
  throw new CommandFailure('no_key', 'no key: set ADOPTION_KEY, or pass the key on standard input')
}

const callerText = ({ name, account }: Me): string => (account ? `"${name}" of ${account.name}` : `"${name}"`)
