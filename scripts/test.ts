// Runs the test suite: every test file under server/, sdk/ and test/. Arguments name files to run instead.
// With --torture: the long tests in test/torture/, which take minutes each and run one after the other. On Node.js 24,
// which few of us use, --torture also runs the tests under test/.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanupProcess } from '../test/harness/cleanup-process.ts'
import { startServices } from '../test/harness/services.ts'
import { newFolder } from '../test/harness/temporary-folder.ts'
import { testProcesses } from './test-processes.ts'

/**
 * On a shared machine a few files may fail because of what else runs, so they are repeated alone. More failures have a
 * common cause.
 */
const MOST_REPEATED = 4

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const isTorture = args[0] === '--torture'
const files = isTorture ? args.slice(1) : args
const isNode24 = process.versions.node.startsWith('24.')
const suite = isTorture
  ? {
      all: () => {
        const { browser, rest } = testProcesses(newFolder('run'))
        return [...(isNode24 ? [...browser, ...rest] : []), 'test/torture/*.torture.ts']
      },
      concurrency: 1,
      timeoutMs: 3_600_000,
    }
  : {
      all: () => {
        const { browser, units, rest } = testProcesses(newFolder('run'))
        return isNode24 ? units : [...browser, ...units, ...rest]
      },
      // Three more than there are cores, because some tests mostly wait.
      concurrency: Math.min(availableParallelism(), 4) + 3,
      timeoutMs: 600_000,
    }
const flags = [
  // The program uses the same import.
  `--import=${new URL('../server/program/bundled.ts', import.meta.url)}`,
  '--test',
  // There are already more processes than cores, so threads for garbage collection cost more than they save.
  ...(isTorture ? [] : ['--single-threaded-gc']),
  // Ends tests that hang; no test relies on it.
  `--test-timeout=${suite.timeoutMs}`,
]

// All temporary files of tests and their programs, browsers included, are in one folder that is removed at the end.
process.env.TMPDIR = newFolder('run')
// PostgreSQL runs as another user.
chmodSync(process.env.TMPDIR, 0o755)

// A file that is run alone starts only the services that it needs.
const services = files.length === 0 ? await startServices() : undefined
const failedFiles = join(process.env.TMPDIR, 'failed-files')
let group = 0

/** Runs test files. Resolves with the exit code. */
const run = async (some: string[], concurrency: number): Promise<number> => {
  const runner = spawn(
    process.execPath,
    [
      ...flags,
      `--test-concurrency=${concurrency}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      `--test-reporter=${new URL('failed-files.ts', import.meta.url)}`,
      `--test-reporter-destination=${failedFiles}`,
      ...some,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      cwd: root,
      env: { ...process.env, ...(isTorture && { TORTURE: '1' }), ...services?.environment },
      // A separate process group, so that tests and the programs they start can be ended together.
      detached: true,
    },
  )
  group = -(runner.pid ?? 0)
  const spare = cleanupProcess.kill(group)
  const [code] = await once(runner, 'exit')
  spare()
  return code ?? 1
}

const UNTIL_FORCED_MS = 5_000
const end = (signal: NodeJS.Signals) => {
  if (group !== 0) process.kill(group, signal)
  // The cleanup process kills whatever is left.
  setTimeout(() => process.exit(1), UNTIL_FORCED_MS).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

/** Ends a test file that hangs after its last test, even on a slow machine; no test relies on it. */
const ALL_WITHIN_MS = 4 * 3_600_000
if (!isTorture) {
  setTimeout(() => {
    console.error(`the tests did not end within ${ALL_WITHIN_MS / 3_600_000} hours`)
    end('SIGTERM')
  }, ALL_WITHIN_MS).unref()
}

// A killed npm leaves its child to another parent.
const startedBy = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid === startedBy || end('SIGTERM'), 1_000).unref()
}

let code = await run(files.length > 0 ? files : suite.all(), suite.concurrency)
const failed = readFileSync(failedFiles, 'utf8').split('\n').filter(Boolean)
const isRepeated = !isTorture && files.length === 0 && failed.length <= MOST_REPEATED
if (isRepeated && failed.length > 0) {
  const names = failed.join(', ')
  console.error(`\nThese failed beside other tests, and run again now, one at a time: ${names}\n`)
  code = await run(failed, 1)
  if (code === 0) console.error(`\nPassed only when run alone: ${names}`)
}
await services?.stop()
process.exit(code)
