import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type MediaName, type MediaStorage, mediaName } from './media.ts'

/** The contract of all adapters. `open` returns an empty storage. */
export const mediaContract = (adapter: string, open: () => Promise<MediaStorage>): void => {
  const names = async (media: MediaStorage): Promise<MediaName[]> => {
    const found = await Array.fromAsync(media.list())
    return found.sort()
  }
  const given = (folder: string, text: string) => {
    const bytes = Buffer.from(text)
    const file = join(folder, `given-${Math.random()}`)
    writeFileSync(file, bytes)
    return {
      bytes,
      file,
      name: mediaName(createHash('sha256').update(bytes).digest('hex'), 'webp'),
    }
  }

  test(`${adapter}: a stored file has the same bytes, and the original is removed`, async () => {
    using folder = temporaryFolder()
    const media = await open()
    const { bytes, file, name } = given(folder.path, 'a picture')
    await media.put(name, file)
    assert.equal(existsSync(file), false)
    assert.deepEqual(await media.find(name), { bytes: bytes.length })
    const found = await media.open(name)
    assert.equal(found?.bytes, bytes.length)
    assert.deepEqual(found && (await buffer(found.body)), bytes)
    assert.deepEqual(await names(media), [name])
  })

  test(`${adapter}: a file can be stored twice`, async () => {
    using folder = temporaryFolder()
    const media = await open()
    const { file, name } = given(folder.path, 'the same')
    await media.put(name, file)
    await media.put(name, given(folder.path, 'the same').file)
    assert.deepEqual(await names(media), [name])
  })

  test(`${adapter}: a missing file is undefined, and can be removed`, async () => {
    const media = await open()
    const name = mediaName('0'.repeat(64), 'jpeg')
    assert.equal(await media.find(name), undefined)
    assert.equal(await media.open(name), undefined)
    await media.remove(name)
    assert.deepEqual(await names(media), [])
  })

  test(`${adapter}: a removed file is gone, and no other`, async () => {
    using folder = temporaryFolder()
    const media = await open()
    const [one, other] = [given(folder.path, 'one'), given(folder.path, 'other')]
    await media.put(one.name, one.file)
    await media.put(other.name, other.file)
    await media.remove(one.name)
    assert.equal(await media.find(one.name), undefined)
    assert.deepEqual(await names(media), [other.name])
  })
}
