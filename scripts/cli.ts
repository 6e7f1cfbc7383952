// The whole command line: the operator's half, which works on the store, and the user's, which asks over HTTP.
// One knows nothing of the other; here they meet.
import { enableCompileCache } from 'node:module'
import '../server/program/bundled.ts'

// Compiled code is kept beside the dependencies, so that every start but the first is quick.
enableCompileCache(new URL('../node_modules/.cache/node', import.meta.url).pathname)

const [{ run }, { userCommands }] = await Promise.all([
  import('../server/program/cli/run.ts'),
  import('./user-commands.ts'),
])
const code = await run(process.argv.slice(2), userCommands)
// What a start that failed had opened already must not keep the process.
if (code !== 0) process.exit(code)
