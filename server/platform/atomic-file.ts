import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { stoppableTurns } from './turns.ts'

type Write = (text: string) => Promise<void>

/**
 * Writes a file that exists completely or not at all, even after a power cut. It is written to a temporary file in
 * the same folder, readable only by its owner.
 */
export const writeAtomically = async <T>(path: string, work: (write: Write) => Promise<T>): Promise<T> => {
  const temporary = temporaryBeside(path)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      const result = await work((text) => file.writeFile(text))
      await file.sync()
      return await moveInto(temporary, path, result)
    } finally {
      await file.close()
    }
  } finally {
    rmSync(temporary, { force: true })
  }
}

export const temporaryBeside = (path: string): string => `${path}.${process.pid}-${randomBytes(6).toString('hex')}.part`

/** The temporary files beside a path whose process was killed. */
export const abandonedBeside = (path: string): string[] => {
  if (!existsSync(dirname(path))) return []
  const start = `${basename(path)}.`
  return readdirSync(dirname(path)).flatMap((name) => {
    const pid = name.startsWith(start) && /^(\d+)-[0-9a-f]{12}\.part$/.exec(name.slice(start.length))?.[1]
    return pid && !isOfAnother(Number(pid)) ? [join(dirname(path), name)] : []
  })
}

/** Whether another process with this id is running. One that belongs to somebody else may not be signalled. */
const isOfAnother = (pid: number): boolean => {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const moveInto = async <T>(from: string, to: string, result: T): Promise<T> => {
  renameSync(from, to)
  syncFolder(to)
  return result
}

/** Without it, a power cut may undo a rename. Windows cannot open folders. */
export const syncFolder = (path: string): void => {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

export const syncFile = (path: string): void => {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Writes a file, or standard output if the path is `-`, in pieces. A signal to stop is noticed between pieces, and
 * then there is no file.
 */
export const writeInPieces = <T>(
  file: string,
  stopping: AbortSignal,
  work: (write: Write) => Promise<T>,
): Promise<T> => {
  const turn = stoppableTurns(stopping)
  const workWith = (write: Write) =>
    work(async (text) => {
      await turn()
      await write(text)
    })
  return file === '-' ? workWith(writeToOutput(stopping)) : writeAtomically(file, workWith)
}

/** Writes to standard output, no faster than its reader. */
const writeToOutput =
  (signal: AbortSignal): Write =>
  async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain', { signal })
  }
