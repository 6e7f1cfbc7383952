import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import type { MediaName, MediaStorage, OpenMedia } from './media.ts'

type From = Pick<MediaStorage, 'open'>

/** `folder` is for temporary files. */
type To = { media: Pick<MediaStorage, 'put'>; folder: string }

/**
 * Copies every missing file. It can be stopped between two files. Throws if the bytes of a file do not match its name.
 * Returns how many files were copied.
 */
export const copyMedia = async (
  from: Pick<MediaStorage, 'list' | 'open'>,
  to: To & { media: Pick<MediaStorage, 'find'> },
  stopping: AbortSignal,
): Promise<number> => {
  let copied = 0
  for await (const name of from.list()) {
    stopping.throwIfAborted()
    if (await to.media.find(name)) continue
    // Otherwise it was removed while others were being copied.
    if (await copyFile(name, from, { ...to, stopping })) copied += 1
  }
  return copied
}

/** Returns whether the file was there. Throws if its bytes do not match its name. */
export const copyFile = async (
  name: MediaName,
  from: From,
  { media, folder, stopping }: To & { stopping: AbortSignal },
): Promise<boolean> => {
  const found = await from.open(name)
  if (!found) return false
  await makePrivateFolder(folder)
  const file = join(folder, `${randomUUID()}.copy`)
  try {
    await writeChecked(name, found, { file, signal: stopping })
    await media.put(name, file)
    return true
  } finally {
    await rm(file, { force: true })
  }
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
