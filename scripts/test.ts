// The test suite: every test file under server/, sdk/ and test/. Arguments name files to run instead.
// With --torture: the long ones of test/torture/, which take minutes each and are run one after the other.
import { spawnSync } from 'node:child_process'

const args = process.argv.slice(2)
const isTorture = args[0] === '--torture'
const files = isTorture ? args.slice(1) : args
const suite = isTorture
  ? { patterns: ['test/torture/*.torture.ts'], concurrency: 1, timeoutMs: 3_600_000 }
  : {
      patterns: ['server/**/*.test.ts', 'sdk/*.test.ts', 'test/**/*.test.ts'],
      concurrency: 2,
      timeoutMs: 180_000,
    }
const limits = [
  `--test-concurrency=${suite.concurrency}`,
  // Nothing is promised by it: it ends what hangs.
  `--test-timeout=${suite.timeoutMs}`,
]
const { status } = spawnSync(
  process.execPath,
  ['--test', ...limits, ...(files.length > 0 ? files : suite.patterns)],
  { stdio: 'inherit', cwd: new URL('..', import.meta.url) },
)
process.exit(status ?? 1)
