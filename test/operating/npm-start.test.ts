import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freshFile } from '../harness/file-template.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const WITHIN_MS = 30_000

/** Another Node.js than ours, as in a fresh clone where npm finds no other. On it, run.mjs cannot become the server. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const { stdout } = spawnSync(path, ['-p', '!process.execve'], { encoding: 'utf8' })
  return stdout === 'true\n'
})
const noProc = process.platform === 'linux' ? false : 'reads /proc'

type Started = Awaited<ReturnType<typeof startByNpm>>

/** Runs the script of package.json by npm, or another script that tries a Node.js or shell. */
const startByNpm = async (folder: string, script?: string) => {
  if (script !== undefined) {
    copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }))
  }
  const env = {
    ...basicEnvironment,
    HOME: folder,
    PORT: '0',
    // A new store draws the pictures of staging in another process.
    STAGING: 'off',
    // `npm start` itself creates its store, as in a fresh clone.
    DATABASE_URL: `sqlite:${script === undefined ? join(folder, 'store.db') : await freshFile(folder)}`,
  }
  const cwd = script === undefined ? root : folder
  const npm = spawn('npm', ['start'], { cwd, env, detached: true })
  if (npm.pid !== undefined) cleanupProcess.kill(npm.pid)
  const output: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    const read = (line: string) => {
      output.push(line)
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line).address)
    }
    createInterface(npm.stdout).on('line', read)
    createInterface(npm.stderr).on('line', read)
    npm.once('exit', (code) => reject(new Error(`exit ${code}\n${output.join('\n')}`)))
  })
  const chain = chainOf(npm)
  cleanupProcess.kill(chain.at(-1) ?? assert.fail())
  return { npm, output, address, chain, ended: once(npm, 'exit') }
}

/** npm, then each child of the one before. */
const chainOf = ({ pid = 0 }: ChildProcess): number[] => {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      parents.set(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), Number(name))
    } catch {
      // It has ended meanwhile.
    }
  }
  const chain: number[] = []
  for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) chain.push(at)
  return chain
}

const isServed = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )

const assertStopsInOrder = async ({ output, address }: Started): Promise<void> => {
  await eventually('the port is free', async () => !(await isServed(address)), WITHIN_MS)
  const count = (message: string) => output.filter((line) => line.includes(`"msg":"${message}`)).length
  await eventually('it has stopped in order', () => count('stopped') === 1, WITHIN_MS)
  assert.equal(count('stopping'), 1)
}

const assertEnded = async ({ ended, address, output }: Started): Promise<void> => {
  const [code, signal] = await ended
  assert.equal(await isServed(address), false)
  assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`)
  assert.match(output.at(-1) ?? '', /"msg":"stopped"/)
}

const server = 'scripts/run.mjs server/main.ts serve'
const starts: { name: string; script?: string; skip?: string | false; length: number }[] = [
  { name: 'npm start', length: 2 },
  {
    name: 'npm start on an older Node.js',
    script: `cd '${root}' && exec '${oldNode}' ${server}`,
    skip: oldNode === undefined && 'no Node.js older than 23 is installed',
    length: 3,
  },
  {
    name: 'a script with a shell between',
    script: `cd '${root}'; '${process.execPath}' ${server}; exit $?`,
    length: 3,
  },
]
/** Cases only for the long tests: npm treats SIGINT like SIGTERM, and most tests end a server by SIGTERM. */
const rarely = (...some: [number, NodeJS.Signals][]) => (process.env.TORTURE ? some : [])

/** The process that is sent a signal, counted from npm. A shell ignores SIGINT while its program runs. */
const signals: Record<string, [number, NodeJS.Signals][]> = {
  'npm start': [[0, 'SIGTERM'], [0, 'SIGHUP'], [0, 'SIGKILL'], [1, 'SIGHUP'], ...rarely([0, 'SIGINT'], [1, 'SIGTERM'])],
  'npm start on an older Node.js': [
    [0, 'SIGKILL'],
    [1, 'SIGTERM'],
    [1, 'SIGHUP'],
    [1, 'SIGKILL'],
    // Ctrl-C, tested below, also sends SIGINT to its child.
    ...rarely([0, 'SIGTERM'], [0, 'SIGINT'], [1, 'SIGINT']),
  ],
  'a script with a shell between': [
    [0, 'SIGKILL'],
    [1, 'SIGTERM'],
    // Killing a shell has the same effect as its end.
    ...rarely([0, 'SIGTERM'], [1, 'SIGKILL']),
  ],
}

describe('if any process that has started the server ends, the server stops in order', {
  skip: noProc,
  concurrency: 4,
}, () => {
  for (const { name, script, skip = false, length } of starts) {
    for (const [at, signal] of signals[name] ?? []) {
      test(`${name}: ${signal} to ${at === 0 ? 'npm' : 'its child'}`, { skip }, async () => {
        using folder = temporaryFolder()
        const started = await startByNpm(folder.path, script)
        assert.equal(started.chain.length, length)
        process.kill(started.chain[at] ?? assert.fail(), signal)
        // npm itself ends after the server, so the port must be free.
        if (name === 'npm start' && at === 0 && signal === 'SIGTERM') await assertEnded(started)
        await assertStopsInOrder(started)
      })
    }
    test(`${name}: Ctrl-C, once`, { skip }, async () => {
      using folder = temporaryFolder()
      const started = await startByNpm(folder.path, script)
      process.kill(-(started.npm.pid ?? assert.fail()), 'SIGINT')
      await assertStopsInOrder(started)
      await started.ended
      assert.doesNotMatch(started.output.join('\n'), /error|at .*:\d+:\d+/i)
    })
  }
})

test('the exit code of run.mjs is that of the program', {
  skip: oldNode === undefined && 'no other',
}, () => {
  for (const node of [process.execPath, oldNode ?? process.execPath]) {
    const code = spawnSync(node, ['scripts/run.mjs', '-e', 'process.exit(3)'], { cwd: root }).status
    assert.equal(code, 3)
    assert.equal(execFileSync(node, ['scripts/run.mjs', '-p', '1'], { cwd: root, encoding: 'utf8' }), '1\n')
  }
})
