import { existsSync } from 'node:fs'

const SHELL = '/bin/sh'

/**
 * Ends the process at once. `process.exit` waits for a statement that SQLite runs in another thread, and nothing can
 * interrupt that; so the process replaces itself with a program that only exits. Node.js takes up to half a second to
 * start on a busy machine, and a shell hardly any time.
 */
export const endNow = (code: number): never => {
  if (process.platform !== 'win32') {
    const [program, ...args] = existsSync(SHELL)
      ? [SHELL, '-c', `exit ${code}`]
      : [process.execPath, '--eval', `process.exit(${code})`]
    process.execve?.(program, [program, ...args], {})
  }
  process.exit(code)
}
