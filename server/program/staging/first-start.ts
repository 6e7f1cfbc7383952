import { firstKeyScopes } from '../../accounts/api-keys/api-key.ts'
import { systemAuthor } from '../../requests/author/author.ts'
import type { Service } from '../compose.ts'
import { STAGING_PATH } from '../config/server.settings.ts'

/** Staging without keys gets the sample shelter and a key, which is shown only here. */
export const startStaging = async (staging: Service, address: string): Promise<void> => {
  if (!(await staging.keys.isEmpty())) return
  const author = systemAuthor('first start')
  const issued = await staging.keys.createFirst(author, {
    name: 'first test key',
    scopes: firstKeyScopes,
  })
  // Another replica was first.
  if (!issued) return
  const account = await staging.findAccount(issued.accountId)
  if (account) await staging.resets?.reset({ account, author })
  const { key } = issued
  console.log(`
Staging is for trying things out: whatever you do there shows nowhere else. It has a sample shelter. Here is its first
key, which works only there; it is shown only this once:

  ${key}

Try it:

  curl -H "Authorization: Bearer ${key}" ${address}${STAGING_PATH}/v1/pets

More test keys:         npm run cli -- keys create --test --plan free --name 'my app'
`)
}
