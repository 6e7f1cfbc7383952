import type { Command } from 'commander'

/** Whether errors are printed as JSON. Errors of usage occur before the options are known. */
const wantsJson = (): boolean => process.argv.includes('--json')

/** With `--json`, prints incorrect usage of a command and its subcommands as JSON. */
export const withUsageErrors = (command: Command): Command =>
  command.configureOutput({
    writeErr: (text) => {
      if (!wantsJson()) process.stderr.write(text)
    },
    outputError: (text, write) => {
      if (!wantsJson()) return write(text)
      const message = text.trim().replace(/^error: /, '')
      process.stderr.write(`${JSON.stringify({ code: 'incorrect_usage', message })}\n`)
    },
  })
