import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mintSecret, signedHeaders } from '../../server/feed/webhooks/signature.ts'
import { guideNames, writtenOrigin } from '../../server/reference/docs/guides.ts'
import { testApp } from '../harness/app.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { codeBlocks, runInShell, runPython, whyNoPython } from '../harness/doc-examples.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { bearer } from '../harness/keys.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const folder = new URL('../../docs/guides/', import.meta.url)
const json = { 'content-type': 'application/json' }
const noPython = whyNoPython() ?? false

const blocksOf = (name: string, language: string): string[] =>
  codeBlocks(readFileSync(new URL(`${name}.md`, folder), 'utf8'))
    .filter((block) => block.language === language)
    .map(({ text }) => text)

/** A new store that serves at an address, and a key of the Free plan. */
const newStore = async () => {
  const app = await testApp()
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const { key } = await app.createKey('free')
  const environment = { ADOPTION_KEY: key }
  return { address, environment, [Symbol.asyncDispose]: app.close }
}

test('the docs show every guide in the folder, and link to no other', () => {
  const files = globSync('*.md', { cwd: folder }).map((file) => file.replace(/\.md$/, ''))
  assert.deepEqual(files.toSorted(), [...guideNames].toSorted())
})

for (const name of ['first-request', 'paging', 'limits']) {
  test(`the Python of the guide ${name} runs`, { skip: noPython }, async () => {
    const programs = blocksOf(name, 'python')
    assert.equal(programs.length, 1)
    await using store = await newStore()
    const add = `curl -d '{"pets":[{"name":"Ash","categoryId":7},{"name":"Birch","categoryId":7}]}' -H 'Content-Type: application/json' -H "Authorization: Bearer $ADOPTION_KEY" ${store.address}/v1/pets:batch`
    await runInShell([add], store.environment)
    const program = programs.join('').replaceAll(writtenOrigin, store.address)
    const output = await runPython(program, store.environment)
    assert.match(output, /Ash[\s\S]*Birch/)
  })
}

test('the Python and JavaScript programs of the guide coming-from-petfinder run', async (t) => {
  await using store = await newStore()
  const put = (path: string, body: object) =>
    fetch(`${store.address}/v1${path}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { ...bearer(store.environment.ADOPTION_KEY), ...json },
    })
  const add = `curl -d '{"pets":[{"name":"Ash","categoryId":7},{"name":"Birch","categoryId":7}]}' -H 'Content-Type: application/json' -H "Authorization: Bearer $ADOPTION_KEY" ${store.address}/v1/pets:batch`
  await runInShell([add], store.environment)
  for (const id of [1, 2])
    await put(`/pets/${id}/profile`, { published: true, species: 'dog', birthDate: '2019-01-31' })
  const here = (language: string) =>
    blocksOf('coming-from-petfinder', language).join('').replaceAll(writtenOrigin, store.address)
  await t.test('JavaScript', async () => {
    const env = { ...basicEnvironment, ADOPTION_KEY: store.environment.ADOPTION_KEY }
    const child = spawn(process.execPath, ['--input-type=module', '-e', here('js')], {
      cwd: root,
      env,
    })
    assert.match((await child.stdout.toArray()).join(''), /Birch[\s\S]*Ash/)
  })
  await t.test('Python', { skip: noPython }, async () => {
    assert.match(await runPython(here('python'), store.environment), /Birch[\s\S]*Ash/)
  })
})

test('the Python program of the guide place-orders orders once, and reports when somebody was faster', {
  skip: noPython,
}, async () => {
  await using store = await newStore()
  const send = `curl -d '{"name":"Ash","categoryId":7}' -H 'Content-Type: application/json' -H "Authorization: Bearer $ADOPTION_KEY" ${store.address}/v1/pets`
  await runInShell([send], store.environment)
  const program = blocksOf('place-orders', 'python').join('').replaceAll(writtenOrigin, store.address)
  assert.equal(await runPython(program, store.environment), 'placed\nplaced\nsomebody was faster\n')
})

test('the server of the guide show-animals shows published animals as text, and caches them for a minute', async () => {
  await using app = await testApp()
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const publish = async (name: string) => {
    const { id } = (await app.post('/v1/pets', { name, categoryId: 7 })).json()
    const { statusCode } = await app.inject({
      method: 'PUT',
      url: `/v1/pets/${id}/profile`,
      headers: { ...app.key, ...json },
      payload: JSON.stringify({ published: true, species: 'dog' }),
    })
    assert.equal(statusCode, 200)
  }
  await publish('<b>Ash</b>')
  const { key } = await app.createKey('free', { scopes: ['listings:read'] })
  const port = await freePort()
  using folder = temporaryFolder()
  const [program = ''] = blocksOf('show-animals', 'js')
  writeFileSync(join(folder.path, 'page.mjs'), program.replaceAll(writtenOrigin, address))
  const env = { ...basicEnvironment, SERVER_KEY: key, PORT: String(port) }
  const child = spawn(process.execPath, ['page.mjs'], { cwd: folder.path, env, stdio: 'inherit' })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const page = () =>
    fetch(`http://localhost:${port}/`)
      .then((response) => response.text())
      .catch(() => '')
  await eventually('the page is shown', async () => (await page()).includes('</ul>'))
  assert.match(await page(), /<a href="[^"]+">&#60;b&#62;Ash&#60;\/b&#62;<\/a>/)
  await publish('Birch')
  // A visitor with a publishable key would have 6 requests a minute.
  for (let at = 0; at < 20; at += 1) assert.match(await page(), /Ash/)
  const limits = await (await fetch(`${address}/v1/rate-limit`, { headers: bearer(key) })).json()
  assert.equal(limits.windows[0].remaining, limits.windows[0].limit - 1)
  child.kill()
  await once(child, 'exit')
})

for (const [language, command] of [
  ['ts', [process.execPath, '--conditions=@adoption-store/source', 'mirror.ts']],
  ['python', ['python3', 'mirror.py']],
] as const) {
  const skip = language === 'python' && noPython
  test(`the ${language} of the guide mirror keeps a copy, even if it is restarted midway`, {
    skip,
  }, async () => {
    await using store = await newStore()
    using copy = temporaryFolder()
    symlinkSync(join(root, 'node_modules'), join(copy.path, 'node_modules'))
    const [program = ''] = blocksOf('mirror', language)
    const [name, ...args] = command
    writeFileSync(join(copy.path, args.at(-1) ?? ''), program.replaceAll(writtenOrigin, store.address))
    const start = () => {
      const env = { ...basicEnvironment, ADOPTION_KEY: store.environment.ADOPTION_KEY }
      const stdio = ['ignore', 'ignore', 'inherit'] as const
      const child = spawn(name, args, { cwd: copy.path, env, stdio: [...stdio] })
      if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
      return child
    }
    const send = (method: string, path: string, body?: object) =>
      fetch(`${store.address}/v1${path}`, {
        method,
        headers: { ...bearer(store.environment.ADOPTION_KEY), ...json },
        ...(body && { body: JSON.stringify(body) }),
      })
    const add = (pet: string) => send('POST', '/pets', { name: pet, categoryId: 7 })
    const equals = (...names: string[]) =>
      eventually(`the copy has ${names}`, () => {
        const file = join(copy.path, 'mirror.json')
        const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
        const found = [...text.matchAll(/"name": ?"(\w+)"/g)].map(([, found = '']) => found)
        return found.toSorted().join() === names.join()
      })
    await add('Ash')
    await add('Birch')
    const first = start()
    await equals('Ash', 'Birch')
    await add('Cedar')
    await equals('Ash', 'Birch', 'Cedar')
    first.kill('SIGKILL')
    await once(first, 'exit')
    await send('DELETE', '/pets/1')
    await send('PATCH', '/pets/2', { name: 'Beech' })
    const second = start()
    await equals('Beech', 'Cedar')
    await add('Dogwood')
    await equals('Beech', 'Cedar', 'Dogwood')
    second.kill()
    await once(second, 'exit')
  })
}

test('a store that does not send webhooks to private addresses names the setting that allows it', async () => {
  await using store = await newStore()
  const response = await fetch(`${store.address}/v1/webhooks`, {
    method: 'POST',
    headers: { ...bearer(store.environment.ADOPTION_KEY), 'content-type': 'application/json' },
    body: '{"url":"http://127.0.0.1:4000/hooks"}',
  })
  assert.equal(response.status, 400)
  assert.match(await response.text(), /WEBHOOK_ALLOW_PRIVATE=true/)
})

/** A delivery as the store signs it. */
const delivery = () => {
  const nowMs = Date.UTC(2026, 10, 21)
  const secret = mintSecret(randomBytes)
  const body = '{"id":"evt_0000000000000000042","type":"pet.created","data":{"name":"Zoë"}}'
  const secrets = {
    secret,
    previousSecret: mintSecret(randomBytes),
    previousSecretUntilMs: nowMs + 1,
  }
  const headers = signedHeaders({ id: 'evt_0000000000000000042', body }, secrets, nowMs)
  return { secret, body, headers, nowSeconds: nowMs / 1_000 }
}

const isGenuine = async () => {
  const [text = ''] = blocksOf('webhooks', 'js')
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return module.isGenuine as (
    headers: Record<string, string>,
    body: string,
    secret: string,
    nowSeconds: number,
  ) => boolean
}

test('the Node.js program of the guide webhooks accepts only deliveries of the store', async () => {
  const verify = await isGenuine()
  const { headers, body, secret, nowSeconds } = delivery()
  assert.equal(verify(headers, body, secret, nowSeconds), true)
  assert.equal(verify(headers, `${body} `, secret, nowSeconds), false)
  assert.equal(verify(headers, body, mintSecret(randomBytes), nowSeconds), false)
  assert.equal(verify(headers, body, secret, nowSeconds + 301), false)
  assert.equal(verify({ ...headers, 'webhook-id': 'evt_1' }, body, secret, nowSeconds), false)
  assert.equal(verify({ ...headers, 'webhook-timestamp': 'x' }, body, secret, nowSeconds), false)
})

test('so does the Python program', { skip: noPython }, async () => {
  const [text = ''] = blocksOf('webhooks', 'python')
  const { headers, body, secret, nowSeconds } = delivery()
  const calls = [
    [headers, body, secret, nowSeconds],
    [headers, `${body} `, secret, nowSeconds],
    [headers, body, mintSecret(randomBytes), nowSeconds],
    [headers, body, secret, nowSeconds + 301],
  ]
  const program = `${text}
import json
for headers, body, secret, now in json.loads(${JSON.stringify(JSON.stringify(calls))}):
    print(is_genuine(headers, body.encode(), secret, now))
`
  assert.equal(await runPython(program), 'True\nFalse\nFalse\nFalse\n')
})
