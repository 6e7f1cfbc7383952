import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { programVersion } from '../../server/program/version.ts'
import { whyNoChromium } from '../harness/chromium.ts'
import { buildConsole } from '../harness/console.ts'
import { realClockEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { whyNoRegistry } from '../harness/workshop.ts'
import { startBareMachine, whyNoBareMachine } from './bare-machine.ts'

const root = new URL('../../', import.meta.url).pathname
const skip = whyNoBareMachine() ?? whyNoRegistry() ?? false
/** Ends tests that hang, even on a slow machine; no test relies on it. */
const timeout = 240_000

const folder = newFolder('store')
const name = `adoption-store-${programVersion}-unreleased-${process.platform}-${process.arch}`
const release = join(folder, name)

before(
  () => {
    if (skip) return
    buildConsole()
    const args = ['scripts/tarball.ts', '--unreleased', '--output', folder]
    const built = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    assert.equal(built.status, 0, built.stderr)
    assert.equal(built.stdout, `${join(folder, name)}.tar.gz\n`)
    execFileSync('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], { cwd: folder })
    execFileSync('tar', ['-xzf', `${name}.tar.gz`], { cwd: folder })
    execFileSync('chmod', ['755', folder])
  },
  { timeout },
)

test('the tarball contains the program and its docs, but no tests or developer tools', {
  skip,
}, () => {
  const files = new Set(globSync('**', { cwd: release, exclude: (path) => path === 'node_modules' }))
  for (const path of ['adoption-store', 'CHANGELOG.md', 'docs/operating/upgrade.md', 'openapi.json'])
    assert.ok(files.has(path), path)
  for (const path of ['console/dist/index.html', 'embed/dist/gallery.js', 'docs/guides'])
    assert.ok(files.has(path), path)
  assert.deepEqual(
    [...files].filter((path) => /\.(test|contract)\.ts$|^(test|bench|\.ci|\.git)/.test(path)),
    [],
  )
  const modules = globSync('*', { cwd: join(release, 'node_modules') })
  for (const tool of ['vite', 'typescript', '@biomejs', 'playwright-core']) assert.ok(!modules.includes(tool), tool)
  assert.equal(globSync('@img/sharp-*', { cwd: join(release, 'node_modules') }).length, 2)
})

test('the tarball serves on a machine without Node.js, programs or a network, from a folder that it cannot write', {
  skip: skip || (whyNoChromium() ?? false),
  timeout,
}, async () => {
  await using machine = startBareMachine(release, 'exec /opt/store/adoption-store serve')
  const { output } = machine
  const linkOf = () => output.map((line) => /\S+\/console\/setup#\S+/.exec(line)?.[0]).find(Boolean)
  await eventually('it prints the link for the first administrator', () => {
    assert.ok(!machine.hasEnded(), output.join('\n'))
    return linkOf() !== undefined
  })
  await using browser = await chromium.launch({
    executablePath: machine.chromium(),
    env: realClockEnvironment,
  })
  const page = await browser.newPage()
  await page.goto(linkOf() ?? '')
  await page.getByLabel('Email').fill('ada@example.org')
  const key = output.map((line) => /^ {2}(aas_live_\S+)$/.exec(line)?.[1]).find(Boolean) ?? ''
  const photo = (await jpeg()).toString('base64')
  const added = await page.evaluate(addAnimal, { key, photo })
  assert.deepEqual(added, [201, 201, ''])
  const address = new URL(page.url()).origin
  for (const path of ['/', '/adopt', '/docs', '/docs/guides/first-request', '/embed/gallery.js'])
    assert.equal((await page.goto(`${address}${path}`))?.status(), 200, path)

  const run = (command: string) => {
    const { status, stdout, stderr } = machine.run(`exec /opt/store/adoption-store ${command}`)
    assert.equal(status, 0, `${command}: ${stderr}${stdout}`)
    return stdout
  }
  assert.equal(run('--version'), `${programVersion}\n`)
  assert.match(run('--help'), /Examples:\n {2}\/opt\/store\/adoption-store sample\n/)
  assert.match(run('doctor'), /a server runs on/)
  assert.match(run(`pets list --key ${key}`), /Luna/)
  run('backup /data/backup.db')
  assert.match(run('completion bash'), /adoption-store\(\) \{ '\/opt\/store\/adoption-store' "\$@"; \}/)
})

/** Runs in the browser: adds an animal and a photo of it. */
const addAnimal = async ({ key, photo }: { key: string; photo: string }) => {
  const send = (path: string, type: string, body: BodyInit) =>
    fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body,
    })
  const pet = JSON.stringify({ name: 'Luna', categoryId: 7 })
  const created = await send('/v1/pets', 'application/json', pet)
  const { id } = await created.json()
  const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0))
  const uploaded = await send(`/v1/pets/${id}/photos`, 'image/jpeg', bytes)
  return [created.status, uploaded.status, uploaded.ok ? '' : await uploaded.text()]
}

test('the start command works through a symbolic link, and from a folder with spaces', {
  skip,
}, () => {
  const path = join(folder, 'a folder')
  mkdirSync(path)
  const made = join(path, 'store')
  execFileSync('cp', ['-a', release, made])
  symlinkSync('a folder/store/adoption-store', join(folder, 'linked'))
  for (const [program, cwd] of [
    [join(folder, 'linked'), '/'],
    ['./linked', folder],
    ['./adoption-store', made],
  ] as const) {
    const { stdout, stderr } = spawnSync(program, ['--version'], {
      cwd,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin' },
    })
    assert.deepEqual([stdout, stderr], [`${programVersion}\n`, ''], program)
  }
})
