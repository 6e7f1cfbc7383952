/**
 * Ends the process at once. `process.exit` waits for a statement that SQLite runs in another thread, which nothing can
 * interrupt; so the process becomes another program that does nothing but exit.
 */
export const endNow = (code: number): never => {
  if (process.platform !== 'win32') {
    const args = [process.execPath, '--eval', `process.exit(${code})`]
    process.execve?.(process.execPath, args, {})
  }
  process.exit(code)
}
