import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { eventually } from './eventually.ts'
import { temporaryFolder } from './temporary-folder.ts'

const harness = (file: string): string => new URL(file, import.meta.url).href

/** A program that makes a folder, starts another program, prints both, and ends in the given way. */
const program = (end: string): string => `
  const { spawn } = await import('node:child_process')
  const { temporaryFolder } = await import('${harness('temporary-folder.ts')}')
  const { cleanupProcess } = await import('${harness('cleanup-process.ts')}')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const spared = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  child.unref()
  spared.unref()
  cleanupProcess.kill(child.pid)
  cleanupProcess.kill(spared.pid)()
  const message = JSON.stringify({ path: temporaryFolder().path, pid: child.pid, spared: spared.pid })
  process.stdout.write(message + '\\n', () => setTimeout(() => { ${end} }, 50))`

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

for (const [name, end] of Object.entries({
  'at its end': '',
  'by an error': "throw new Error('x')",
  'by SIGTERM': "process.kill(process.pid, 'SIGTERM')",
  'by SIGKILL': "process.kill(process.pid, 'SIGKILL')",
})) {
  test(`a process that ends ${name} leaves no folder and no program behind`, async () => {
    using folder = temporaryFolder()
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(end)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TMPDIR: folder.path },
    })
    const [message] = await once(child.stdout, 'data')
    const { path, pid, spared } = JSON.parse(String(message))
    assert.ok(path.startsWith(folder.path))
    try {
      await eventually('the folder is gone', () => !existsSync(path))
      await eventually('the program is gone', () => !isAlive(pid))
      assert.ok(isAlive(spared))
    } finally {
      process.kill(spared, 'SIGKILL')
    }
  })
}
