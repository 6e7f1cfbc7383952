// The test suite: every test file under server/, sdk/ and test/. Arguments name files to run instead.
import { spawnSync } from 'node:child_process'

const files = process.argv.slice(2)
const patterns =
  files.length > 0 ? files : ['server/**/*.test.ts', 'sdk/*.test.ts', 'test/**/*.test.ts']
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-timeout=180000', ...patterns],
  { stdio: 'inherit', cwd: new URL('..', import.meta.url) },
)
process.exit(status ?? 1)
