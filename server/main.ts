import { enableCompileCache } from 'node:module'

const args = process.argv.slice(2)

/** An import makes millions of small objects: where they have little room, they are swept away before they pile up. */
const SMALL_NURSERY = '--max-semi-space-size=4'
const isToldSizes = process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))
if (args[0] === 'import' && !isToldSizes && process.platform !== 'win32') {
  const flags = [...process.execArgv, SMALL_NURSERY, ...process.argv.slice(1)]
  process.execve?.(process.execPath, [process.execPath, ...flags])
}

// Compiled code is kept beside the dependencies, so that every start but the first is quick.
enableCompileCache(new URL('../node_modules/.cache/node', import.meta.url).pathname)

const { run } = await import('./cli/run.ts')
const code = await run(args)
// What a start that failed had opened already must not keep the process.
if (code !== 0) process.exit(code)
