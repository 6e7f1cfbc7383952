import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

// Node's own `recursive: true` never returns if an existing folder accepts no new ones, as in /proc.

/** Creates a folder and its missing parents. Returns whether the folder is new. */
export const makeFolder = async (path: string, mode = 0o777): Promise<boolean> => {
  try {
    return await makeOne(path, mode)
  } catch (error) {
    if (!isMissingParent(error)) throw error
    await makeFolder(dirname(path), mode)
    return makeOne(path, mode)
  }
}

const makeOne = async (path: string, mode: number): Promise<boolean> => {
  try {
    await mkdir(path, { mode })
    return true
  } catch (error) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory()) return false
    throw error
  }
}

/** The synchronous version. */
export const makeFolderSync = (path: string, mode = 0o777): boolean => {
  try {
    return makeOneSync(path, mode)
  } catch (error) {
    if (!isMissingParent(error)) throw error
    makeFolderSync(dirname(path), mode)
    return makeOneSync(path, mode)
  }
}

const makeOneSync = (path: string, mode: number): boolean => {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (isFolder(path)) return false
    throw error
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const isMissingParent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
