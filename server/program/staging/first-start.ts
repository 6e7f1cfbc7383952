import { firstKeyScopes } from '../../accounts/api-keys/api-key.ts'
import type { Logger } from '../../platform/log.ts'
import { systemAuthor } from '../../requests/author/author.ts'
import type { Service } from '../compose.ts'
import { STAGING_PATH } from '../config/server.settings.ts'
import { addSample } from './sample-process.ts'

type Options = {
  address: string
  log: Logger
  stopping: AbortSignal
  uploadFolder: string
  /** How the operator runs a command. */
  commandName: string
}

/** Staging without keys gets the sample shelter and a key, which is shown only here. */
export const startStaging = async (
  staging: Pick<Service, 'keys'>,
  { address, log, commandName, ...ending }: Options,
): Promise<void> => {
  if (!(await staging.keys.isEmpty())) return
  const issued = await staging.keys.createFirst(systemAuthor('first start'), {
    name: 'first test key',
    scopes: firstKeyScopes,
  })
  // Another replica was first.
  if (!issued) return
  const hasSample = await addSample(['--no-photos'], { ...ending, isUrgent: true })
  show(issued.key, address, commandName)
  // Rendering the pictures takes seconds, and nobody waits for it.
  const isWhole = hasSample && (await addSample([], { ...ending, isUrgent: false }))
  if (!isWhole && !ending.stopping.aborted)
    log.warn('the sample of staging is not complete: run `sample --test` to add what is missing')
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
