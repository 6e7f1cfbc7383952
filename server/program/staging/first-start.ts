import { firstKeyScopes } from '../../accounts/api-keys/api-key.ts'
import type { Logger } from '../../platform/log.ts'
import { systemAuthor } from '../../requests/author/author.ts'
import type { Service } from '../compose.ts'
import { STAGING_PATH } from '../config/server.settings.ts'

type Options = {
  address: string
  log: Logger
  stopping: AbortSignal
  /** How the operator runs a command. */
  commandName: string
}

/** Staging without keys gets the sample shelter and a key, which is shown only here. */
export const startStaging = async (
  staging: Pick<Service, 'keys' | 'findAccount' | 'resets'>,
  { address, log, commandName, stopping }: Options,
): Promise<void> => {
  if (!(await staging.keys.isEmpty())) return
  const author = systemAuthor('first start')
  const issued = await staging.keys.createFirst(author, {
    name: 'first test key',
    scopes: firstKeyScopes,
  })
  // Another replica was first.
  if (!issued) return
  const { resets } = staging
  const account = await staging.findAccount(BigInt(issued.accountId))
  if (!resets || !account) throw new Error('staging has no account')
  const by = { account, author }
  const showKey = () => show(issued.key, address, commandName)
  try {
    await resets.add(by, stopping).finally(showKey)
    // Rendering the pictures takes seconds, and nobody waits for it.
    await resets.addPictures(by, stopping)
  } catch (error) {
    if (stopping.aborted) return
    const advice = 'run `sample --test` to add what is missing'
    log.warn({ err: error }, `the sample of staging is not complete: ${advice}`)
  }
}

const show = (key: string, address: string, commandName: string): void =>
  console.log(`
Staging is for trying things out: whatever you do there shows nowhere else. It has a sample shelter. Here is its first
key, which works only there; it is shown only this once:

  ${key}

Try it:

  curl -H "Authorization: Bearer ${key}" ${address}${STAGING_PATH}/v1/pets

More test keys:         ${commandName} keys create --test --plan free --name 'my app'
`)
