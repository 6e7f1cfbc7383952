import { enableCompileCache } from 'node:module'
import './program/bundled.ts'

const args = process.argv.slice(2)

/** An import creates millions of short-lived objects: a small young generation is collected before they pile up. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=4'
const isSizeGiven = process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))
if (args[0] === 'import' && !isSizeGiven && process.platform !== 'win32') {
  const flags = [...process.execArgv, SMALL_YOUNG_GENERATION, ...process.argv.slice(1)]
  process.execve?.(process.execPath, [process.execPath, ...flags])
}

// Compiled code is cached next to the dependencies, so that every start but the first is fast.
enableCompileCache(new URL('../node_modules/.cache/node', import.meta.url).pathname)

const { run } = await import('./program/cli/run.ts')
const code = await run(args)
// Anything that a failed start has opened must not keep the process alive.
if (code !== 0) process.exit(code)
