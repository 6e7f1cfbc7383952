import { enableCompileCache } from 'node:module'

// Compiled code is kept beside the dependencies, so that every start but the first is quick.
enableCompileCache(new URL('../node_modules/.cache/node', import.meta.url).pathname)

const { run } = await import('./cli/run.ts')
const code = await run(process.argv.slice(2))
// What a start that failed had opened already must not keep the process.
if (code !== 0) process.exit(code)
