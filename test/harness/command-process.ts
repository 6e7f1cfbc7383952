// Runs one command after another in the same process: see commands.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { userCommands } from '../../scripts/user-commands.ts'
import { run } from '../../server/program/cli/run.ts'
import type { Command, CommandResult } from './commands.ts'

// Each command adds listeners to the outputs, as a program does once.
for (const output of [process.stdout, process.stderr]) output.setMaxListeners(0)
// Even if the tests run in a terminal, the output of commands is captured.
Object.assign(process.stdout, { isTTY: false })
Object.assign(process.stderr, { isTTY: false })

const write = { stdout: process.stdout.write, stderr: process.stderr.write }

const home = process.cwd()

const carryOut = async ({ args, environment, cwd = home }: Command): Promise<CommandResult> => {
  const seen: Buffer[] = []
  const [stdout, stderr] = [collect('stdout', seen), collect('stderr', seen)]
  const before = active()
  // Nobody's saved keys.
  process.env = { XDG_CONFIG_HOME: '/nonexistent', ...environment }
  process.argv = [process.execPath, 'cli.ts', ...args]
  process.chdir(cwd)
  process.exitCode = undefined
  try {
    const code = await run([...args], userCommands)
    // A program ends when nothing keeps it running; after a failure it ends at once.
    while (code === 0 && active().length > before.length) await sleep(1)
    return { code, stdout: stdout(), stderr: stderr(), seen: Buffer.concat(seen).toString() }
  } finally {
    Object.assign(process.stdout, { write: write.stdout })
    Object.assign(process.stderr, { write: write.stderr })
  }
}

/** Keeps the process running. */
const active = (): string[] => process.getActiveResourcesInfo()

const collect = (name: 'stdout' | 'stderr', seen: Buffer[]): (() => string) => {
  const chunks: Buffer[] = []
  process[name].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const bytes = Buffer.from(chunk as Uint8Array)
    chunks.push(bytes)
    seen.push(bytes)
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(() => done())
    return true
  }
  return () => Buffer.concat(chunks).toString()
}

process.on('message', async (command: Command) => process.send?.(await carryOut(command)))
