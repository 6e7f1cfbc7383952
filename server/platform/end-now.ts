/**
 * Ends the process at once. `process.exit` waits for a statement that SQLite runs in another thread, and nothing can
 * interrupt that; so the process replaces itself with a program that only exits.
 */
export const endNow = (code: number): never => {
  if (process.platform !== 'win32') {
    const args = [process.execPath, '--eval', `process.exit(${code})`]
    process.execve?.(process.execPath, args, {})
  }
  process.exit(code)
}
