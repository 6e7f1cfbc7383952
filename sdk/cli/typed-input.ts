import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Whether a person is typing. */
export const isTyped = (): boolean => process.stdin.isTTY === true

/** Asks a question at the terminal. With `isHidden`, the answer is not shown. */
export const ask = async (question: string, { isHidden = false } = {}): Promise<string> => {
  // In this mode the terminal shows nothing, and the output of readline is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isHidden ? nowhere : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  if (isHidden) process.stderr.write(question)
  else lines.setPrompt(question)
  lines.prompt()
  try {
    const ended = once(lines, 'close').then(() => undefined)
    const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), ended])
    if (line === undefined) throw new Error('nothing was entered')
    return line.trim()
  } finally {
    lines.close()
    if (isHidden) process.stderr.write('\n')
  }
}

/** The first line of standard input; empty if there is none. */
export const readFirstLine = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    process.stdin.destroy()
    return line.trim()
  }
  return ''
}
