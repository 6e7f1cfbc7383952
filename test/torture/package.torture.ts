// Checks the client's package with tools that inspect packages.
import { after, before, test } from 'node:test'
import { version } from '../../sdk/user-agent.ts'
import { whyNoRegistry, workshop } from '../harness/workshop.ts'

const root = new URL('../../', import.meta.url).pathname
const options = { skip: whyNoRegistry() ?? false }
const shop = workshop()
let tarball = ''

before(async () => {
  if (options.skip) return
  await shop.install(['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'])
  await shop.execute(process.execPath, [`${root}sdk/pack.mjs`, shop.path('packed')])
  tarball = shop.path(`packed/client-${version}.tgz`)
})
after(shop.remove)

test('publint reports no problems', options, async () => {
  await shop.run('publint', 'run', tarball, '--strict')
})

test('its types are correct for every way to import it', options, async () => {
  await shop.run('attw', tarball)
})
