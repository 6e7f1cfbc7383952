// Times the first ten minutes of a new user: a clone, its start, a key, an animal with a photo, a gallery in a page,
// a webhook. Each command is from the README or a guide, with local addresses. Times are printed, not checked.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { writtenOrigin } from '../../server/reference/docs/guides.ts'
import { startChromium, whyNoChromium } from '../harness/chromium.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { codeBlocks, consoleSteps, shownAs } from '../harness/doc-examples.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { whyNoRegistry, workshop } from '../harness/workshop.ts'

const root = new URL('../../', import.meta.url).pathname
const noGit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status !== 0
const skip = (noGit && 'this is no clone of Git') || (whyNoRegistry() ?? whyNoChromium() ?? false)

const shop = workshop()
const clone = shop.path('clone')
const began = performance.now()
let lapBegan = began
const laps: string[] = []

const lap = (name: string): void => {
  const now = performance.now()
  laps.push(`${name}: ${((now - lapBegan) / 1_000).toFixed(1)} s`)
  lapBegan = now
}

/** Starts a program in the clone, which always ends with this test, and collects its output. */
const start = (command: string, args: string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(command, args, { cwd: clone, env, detached: true })
  const { pid = assert.fail(command) } = child
  const spare = cleanupProcess.kill(-pid)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => output.push(line))
  }
  const end = async () => {
    const ended = once(child, 'exit')
    process.kill(-pid, 'SIGTERM')
    await ended
    spare()
  }
  return { child, output, end }
}

type Program = ReturnType<typeof start>
let server: Program
let shell: Program
let address = ''

/** Returns the code blocks of a guide or of the README. */
const blocksOf = (path: string) => codeBlocks(readFileSync(join(clone, path), 'utf8'))

const here = (text: string): string => text.replaceAll(writtenOrigin, address)

/** Finds the first command that contains a text, with the output shown below it. */
const stepWith = (path: string, part: string) => {
  const blocks = blocksOf(path)
  const steps = blocks.flatMap(({ language, text }) =>
    language === 'console' ? consoleSteps(text) : [{ command: text.trim(), expected: '...' }],
  )
  const found = steps.find(({ command }) => command.includes(part)) ?? assert.fail(part)
  return { command: here(found.command), expected: here(found.expected) }
}

const MARK = '-- done --'

/** Types a command into the reader's shell. */
const type = async (command: string): Promise<string> => {
  const from = shell.output.length
  shell.child.stdin?.write(`${command}\necho; echo '${MARK}'\n`)
  const lines = () => shell.output.slice(from)
  await eventually(command, () => lines().includes(MARK), 600_000)
  return lines().slice(0, lines().indexOf(MARK)).join('\n').trim()
}

/** Runs a command of the guide, and checks that it prints what the guide shows. */
const follow = async (path: string, part: string): Promise<string> => {
  const { command, expected } = stepWith(path, part)
  const output = await type(command)
  assert.match(output, shownAs(expected), `${path}: ${command}`)
  return output
}

before(async () => {
  if (skip) return
  await shop.execute('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
  lap('clone')
})
after(async () => {
  await shell?.end()
  await server?.end()
  shop.remove()
})

test('the first start installs its dependencies, and prints a key with a command to try it', {
  skip,
}, async () => {
  const { command } = stepWith('docs/guides/webhooks.md', 'WEBHOOK_ALLOW_PRIVATE=true npm')
  const { HOME } = process.env
  const env = { ...basicEnvironment, HOME, PORT: String(await freePort()) }
  server = start('bash', ['-c', command], env)
  const ready = () => server.output.find((line) => line.includes('"msg":"ready"'))
  await eventually('the server is ready', () => ready() !== undefined, 1_800_000)
  address = JSON.parse(ready() ?? '').address
  lap('start')
  const printed = (pattern: RegExp) => server.output.find((line) => pattern.test(line))?.trim()
  await eventually('the key is printed', () => printed(/^ +curl /) !== undefined)
  shell = start('bash', [], env)
  await type('curl() { command curl -sS "$@"; }')
  await type(printed(/^ +export ADOPTION_KEY=/) ?? assert.fail(server.output.join('\n')))
  assert.equal(await type(printed(/^ +curl /) ?? ''), '[]')
  lap('first key')
})

test('an animal with a profile and a photo is published', { skip }, async () => {
  const profiles = 'docs/guides/animal-profiles.md'
  for (const part of ['PET=', '-X PUT', '"published":true']) await follow(profiles, part)
  await follow('docs/guides/photos.md', '--data-binary @examples/biscuit.jpg')
  assert.match(await (await fetch(`${address}/adopt`)).text(), /Juniper/)
  lap('first listing')
})

test("the gallery shows it on another site's page", { skip }, async (t) => {
  const guide = 'docs/guides/gallery.md'
  let page = ''
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }).listen(0, '127.0.0.1')
  t.after(() => {
    site.closeAllConnections()
    site.close()
  })
  await once(site, 'listening')
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const { command } = stepWith(guide, '--kind publishable')
  const printed = await type(command.replace(/(?<=--origins )\S+/, origin))
  const [key = assert.fail(printed)] = /aas_pub_live_\w+/.exec(printed) ?? []
  const html = blocksOf(guide).find(({ language }) => language === 'html')?.text ?? ''
  page = here(html).replace('aas_pub_live_...', key)
  await using browser = await startChromium()
  const visitor = await browser.openPage({ address: origin, path: '/' })
  const gallery = visitor.page.locator('adoption-gallery')
  await gallery.getByText('Juniper').first().waitFor({ timeout: 120_000 })
  const photo = gallery.locator('img').first()
  await photo.scrollIntoViewIfNeeded()
  const isShown = () => photo.evaluate((one) => Reflect.get(one, 'naturalWidth') > 0)
  await eventually('the photo is shown', isShown)
  lap('gallery')
})

test('the first webhook arrives, and its signature is verified', { skip }, async () => {
  const guide = 'docs/guides/webhooks.md'
  const port = String(await freePort())
  const local = (text: string) => here(text).replaceAll('4000', port)
  const programs = blocksOf(guide).filter(({ language }) => language === 'js')
  shop.write('clone/verify.mjs', programs[0]?.text ?? '')
  shop.write('clone/receiver.mjs', local(programs[1]?.text ?? ''))
  const block = blocksOf(guide).find(({ text }) => text.startsWith('$ SECRET='))
  for (const { command, expected } of consoleSteps(block?.text ?? assert.fail('no example'))) {
    assert.match(await type(local(command)), shownAs(local(expected)), command)
  }
  lap('first webhook')
})

test('all of it took', { skip }, (t) => {
  for (const line of laps) t.diagnostic(line)
  t.diagnostic(`in all: ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
  assert.equal(laps.length, 6)
})
