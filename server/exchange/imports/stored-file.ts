import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import type { Database } from '../../platform/storage/database.ts'

type Query = Database['read']

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  /** The folder for files while they are read. */
  folder: string
  parts: {
    insert(query: Query, part: { importId: bigint; part: number; content: string }): Promise<void>
    find(query: Query, importId: bigint, part: number): Promise<string | undefined>
    remove(query: Query, importId: bigint, limit: number): Promise<boolean>
  }
}

/** Bytes of the file in one row, which is written in one transaction that others wait for. */
const PART_BYTES = 128 * 1_024
const PARTS_AT_ONCE = 8
const HEAD_BYTES = 256 * 1_024

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/** The beginning of a file, from which its format is recognised. */
export const headOf = async (path: string): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of createReadStream(path, { end: HEAD_BYTES - 1 })) {
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

export type StoredFiles = ReturnType<typeof storedFiles>

/** Files to import, stored in the database so that every replica can read them. */
export const storedFiles = ({ database, folder, parts }: Deps) => ({
  async store(importId: bigint, path: string): Promise<void> {
    let part = 0
    for await (const piece of createReadStream(path, { highWaterMark: PART_BYTES })) {
      const content = (await compress(piece as Buffer)).toString('base64')
      const row = { importId, part, content }
      await database.write(({ query }) => parts.insert(query, row))
      part += 1
    }
  },

  /** Writes the file to the local disk. The caller disposes of it. */
  async writeOut(importId: bigint): Promise<{ path: string } & AsyncDisposable> {
    await makePrivateFolder(folder)
    const path = join(folder, `${randomUUID()}.upload`)
    const remove = () => rm(path, { force: true })
    const handle = await open(path, 'wx', 0o600)
    try {
      for (let part = 0; ; part += 1) {
        const content = await parts.find(database.read, importId, part)
        if (content === undefined) break
        await handle.appendFile(await uncompress(Buffer.from(content, 'base64')))
      }
    } catch (error) {
      await handle.close()
      await remove()
      throw error
    }
    await handle.close()
    return { path, [Symbol.asyncDispose]: remove }
  },

  async remove(importId: bigint): Promise<void> {
    const removeSome = () => database.write(({ query }) => parts.remove(query, importId, PARTS_AT_ONCE))
    while (await removeSome());
  },
})
