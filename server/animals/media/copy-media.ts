import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import type { MediaName, MediaStorage, OpenMedia } from './media.ts'

/**
 * Copies every missing file; `folder` is for temporary files. It can be stopped between two files.
 * Throws if the bytes of a file do not match its name. Returns how many files were copied.
 */
export const copyMedia = async (
  from: Pick<MediaStorage, 'list' | 'open'>,
  { media: to, folder }: { media: Pick<MediaStorage, 'find' | 'put'>; folder: string },
  stopping: AbortSignal,
): Promise<number> => {
  let copied = 0
  for await (const name of from.list()) {
    stopping.throwIfAborted()
    if (await to.find(name)) continue
    const found = await from.open(name)
    // It was removed while others were being copied.
    if (!found) continue
    await makePrivateFolder(folder)
    const file = join(folder, `${randomUUID()}.copy`)
    try {
      await writeChecked(name, found, { file, signal: stopping })
      await to.put(name, file)
      copied += 1
    } finally {
      await rm(file, { force: true })
    }
  }
  return copied
}

const writeChecked = async (
  name: MediaName,
  { body }: OpenMedia,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<void> => {
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(body, hashed, createWriteStream(file, { mode: 0o600 }), { signal })
  if (!name.startsWith(`${hash.digest('hex')}.`)) {
    throw new Error(`${name} is damaged: its bytes do not match its name`)
  }
}
