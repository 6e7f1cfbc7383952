// The whole command line: commands for operators, which work on the store, and commands for users, which use HTTP. The
// two are independent of each other.
import { enableCompileCache } from 'node:module'
import '../server/program/bundled.ts'

// Compiled code is cached next to the dependencies, so that later starts are fast.
enableCompileCache(new URL('../node_modules/.cache/node', import.meta.url).pathname)

const [{ run }, { userCommands }] = await Promise.all([
  import('../server/program/cli/run.ts'),
  import('./user-commands.ts'),
])
const code = await run(process.argv.slice(2), userCommands)
// After a failure, open resources must not keep the process alive.
if (code !== 0) process.exit(code)
