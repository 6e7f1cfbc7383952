// Programs that people already have: each lists, adds, pages and orders, with only what the store provides.
// They are installed into temporary folders; none is a dependency of the product.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { type Workshop, whyNoRegistry, workshop } from '../harness/workshop.ts'

const POSTMAN = 'openapi-to-postmanv2@6.3.3'
const MCP = 'openapi-mcp-generator@4.0.1'
const PYTHON = ['requests==2.34.2', 'httpx==0.28.1']

const key = newKey()
const skip = whyNoRegistry() ?? false
const folder = temporaryFolder()
let server: Server

type Pet = { id: number; name: string; status: string }

const read = async (path: string) => JSON.parse((await server.fetch(path, { headers: bearer(key) })).body)
const listed = (): Promise<Pet[]> => read('/v1/pets?limit=100')

before(async () => {
  server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  for (const name of ['Ash', 'Birch', 'Cedar']) {
    const headers = { ...bearer(key), 'content-type': 'application/json' }
    const body = JSON.stringify({ name, categoryId: 7 })
    assert.equal((await server.fetch('/v1/pets', { method: 'POST', headers, body })).status, 201)
  }
})
after(async () => {
  await server.stop()
  folder.remove()
})

/** Checks what a collection has sent: requests for two pages, a new animal, and an order for it. */
const checkSent = async (sent: readonly { status: number; body: unknown }[]): Promise<void> => {
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200, 201, 201],
  )
  const [first, second, added, order] = sent.map(({ body }) => body)
  const available = (await listed()).filter(({ status }) => status === 'available')
  const pages = [...(first as Pet[]), ...(second as Pet[])].map(({ name }) => name)
  assert.deepEqual(
    pages,
    available.slice(0, 4).map(({ name }) => name),
  )
  assert.equal((first as Pet[]).length, 2)
  const { petId, status } = order as { petId: number; status: string }
  assert.deepEqual([petId, status], [(added as Pet).id, 'placed'])
}

const made = (): Workshop => {
  const shop = workshop()
  after(shop.remove)
  return shop
}

type Item = { item?: Item[]; request?: object }

test('Postman imports openapi.json, with a request for each operation', { skip }, async () => {
  const shop = made()
  await shop.install([POSTMAN])
  const document = await read('/openapi.json')
  shop.write('openapi.json', JSON.stringify(document))
  await shop.run('openapi2postmanv2', '-s', 'openapi.json', '-o', 'collection.json')
  const requests = ({ item = [], request }: Item): number =>
    item.reduce((sum, one) => sum + requests(one), request ? 1 : 0)
  const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.keys)
  const collection = JSON.parse(readFileSync(shop.path('collection.json'), 'utf8'))
  assert.equal(requests(collection), operations.length)
})

/** Requests the first page, the next page, selected animals, a new animal and an order for it. */
const ofModels = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
const client = new Client({ name: 'test', version: '1.0.0' })
const server = { command: process.execPath, args: ['build/index.js'], env: process.env, stderr: 'ignore' }
await client.connect(new StdioClientTransport(server))
const call = async (name, args) => {
  const { content } = await client.callTool({ name, arguments: args })
  const [, status, json] = /^API Response \\(Status: (\\d+)\\):\\n([^]*)$/.exec(content[0].text) ?? []
  if (json === undefined) throw new Error(content[0].text)
  return { status: Number(status), body: JSON.parse(json) }
}
const { tools } = await client.listTools()
const first = await call('listPets', { limit: 2, status: 'available' })
const second = await call('listPets', { limit: 2, status: 'available', after: first.body.at(-1).id })
const chosen = await call('listPets', { id: [1, 2] })
const added = await call('createPet', { requestBody: { name: 'Model', categoryId: 7 } })
const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
const order = await call('placeOrder', { requestBody: { petId: added.body.id, customer } })
console.log(JSON.stringify({ tools: tools.length, chosen, sent: [first, second, added, order] }))
await client.close()
`

test('a server for language models is generated from openapi.json, with a tool for each operation', {
  skip,
}, async () => {
  const shop = made()
  await shop.install([MCP])
  shop.write('openapi.json', (await server.fetch('/openapi.json')).body)
  // Without PUBLIC_URL, the server of the document is relative.
  const address = ['--base-url', `${server.address}/v1`]
  await shop.run('openapi-mcp-generator', '--input', 'openapi.json', '--output', 'made', ...address)
  shop.write('made/use.mjs', ofModels)
  const script = 'cd made && npm install --no-audit --no-fund && npm run build && exec "$0" use.mjs'
  const output = await shop.execute('sh', ['-c', script, process.execPath], {
    BEARER_TOKEN_APIKEY: key,
  })
  const { tools, chosen, sent } = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  const { paths } = await read('/openapi.json')
  const operations = Object.values(paths as Record<string, object>).flatMap(Object.keys)
  assert.equal(tools, operations.length)
  assert.equal(chosen.body.length, 2)
  await checkSent(sent)
})

/** The same program with both libraries. */
const python = (library: string) => `
import json, os
import ${library}

store = ${library === 'httpx' ? 'httpx.Client()' : 'requests.Session()'}
store.headers["Authorization"] = "Bearer " + os.environ["ADOPTION_KEY"]
base = os.environ["ADOPTION_URL"] + "/v1"

def done(response):
    response.raise_for_status()
    return {"status": response.status_code, "body": response.json()}, response

def pages(url, params):
    found = []
    while url:
        page, response = done(store.get(url, params=params))
        found.append(page)
        url, params = response.links.get("next", {}).get("url"), None
    return found

sent = pages(base + "/pets", {"limit": 2, "status": "available"})
chosen, _ = done(store.get(base + "/pets", params={"id": [1, 2]}))
added, _ = done(store.post(base + "/pets", json={"name": "Python", "categoryId": 7}))
customer = {"name": "Ada Lovelace", "email": "ada@example.org"}
order, _ = done(store.post(base + "/store/orders", json={"petId": added["body"]["id"], "customer": customer}))
print(json.dumps({"chosen": chosen, "sent": sent[:2] + [added, order], "pages": [len(page["body"]) for page in sent]}))
`

/** Installs the Python libraries. Returns why that is impossible, or undefined. */
const installPython = (target: string): string | undefined => {
  const args = ['-m', 'pip', 'install', '--quiet', '--target', target, ...PYTHON]
  const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8', timeout: 300_000 })
  return status === 0 ? undefined : `no Python with pip and its index: ${String(stderr).slice(-200)}`
}

suite('Python follows the links from page to page, with nothing but', () => {
  const libraries = temporaryFolder()
  after(libraries.remove)
  const noPython = installPython(libraries.path) ?? false

  for (const library of ['requests', 'httpx']) {
    test(library, { skip: noPython }, async () => {
      const available = (await listed()).filter(({ status }) => status === 'available').length
      const output = await made().execute('python3', ['-c', python(library)], {
        ADOPTION_KEY: key,
        ADOPTION_URL: server.address,
        PYTHONPATH: libraries.path,
      })
      const { chosen, sent, pages } = JSON.parse(output)
      assert.equal(chosen.body.length, 2)
      assert.equal(pages.length, Math.ceil(available / 2))
      await checkSent(sent)
    })
  }
})
