// Runs the tests of the API on both databases and on real processes: server/, sdk/, console/,
// test/*.test.ts and test/e2e/.
// Arguments name files to run instead.
// With --all: every test but those of --torture.
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

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const isTorture = args[0] === '--torture'
const isAll = args[0] === '--all'
const files = isTorture || isAll ? args.slice(1) : args
const isNode24 = process.versions.node.startsWith('24.')
const suite = isTorture
  ? { concurrency: 1, timeoutMs: 3_600_000 }
  : // Three more than there are cores, because some tests mostly wait.
    { concurrency: Math.min(availableParallelism(), 4) + 3, timeoutMs: 600_000 }

const allFiles = (): string[] => {
  const { units, short, browser, long } = testProcesses(newFolder('run'))
  if (isTorture) return [...(isNode24 ? [...browser, ...short, ...long] : []), 'test/torture/*.torture.ts']
  if (isNode24) return units
  return isAll ? [...browser, ...units, ...short, ...long] : [...short, ...units]
}
const flags = [
  // The program uses the same import.
  `--import=${new URL('../server/program/bundled.ts', import.meta.url)}`,
  // The console imports the client by its name, whose source is not compiled.
  '--conditions=@adoption-store/source',
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
const skippedTests = join(process.env.TMPDIR, 'skipped-tests')
let group = 0

/** Runs test files. Resolves with the exit code. */
const run = async (some: string[]): Promise<number> => {
  const runner = spawn(
    process.execPath,
    [
      ...flags,
      `--test-concurrency=${suite.concurrency}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${new URL('skipped-tests.ts', import.meta.url)}`,
      `--test-reporter-destination=${skippedTests}`,
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

const code = await run(files.length > 0 ? files : allFiles())
const skipped = readFileSync(skippedTests, 'utf8').split('\n').filter(Boolean)
if (skipped.length > 0) console.error(`\nSkipped:\n  ${skipped.join('\n  ')}`)
await services?.stop()
process.exit(code)
