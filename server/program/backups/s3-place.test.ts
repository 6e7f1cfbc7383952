import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startS3 } from '../../../test/harness/s3.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type MediaValues, readS3 } from '../config/media.settings.ts'
import { backupName, MANIFEST_FILE } from './backup-manifest.ts'
import { s3Place } from './s3-place.ts'

const s3 = await startS3()
after(() => s3.close())

for (const [written, prefix] of [
  ['shelter', 'shelter'],
  ['Our backups', 'Our backups'],
  ['Tierheim München/täglich', 'Tierheim München/täglich'],
  ['Our%20backups%20of%202026', 'Our backups of 2026'],
  ['cats+dogs', 'cats+dogs'],
] as const) {
  test(`backups behind the prefix ${written} are listed, read and removed`, async () => {
    using folder = temporaryFolder()
    const file = (text: string): string => {
      const path = join(folder.path, 'file')
      writeFileSync(path, text)
      return path
    }
    const { accessKeyId, secretAccessKey } = s3.credentials
    const values = {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: s3.endpoint,
    } as MediaValues
    const config = readS3(`s3://${s3.bucket}/${written}`, values)
    assert.ok(config)
    assert.equal(config.prefix, prefix)
    const place = s3Place(config)
    const name = backupName(Date.UTC(2026, 10, 29))
    await place.add(name, 'store.db', file('the store'))
    assert.deepEqual([await place.list(), await place.listIncomplete()], [[], [name]])
    await place.complete(name, MANIFEST_FILE, file('{}'))
    assert.deepEqual([await place.list(), await place.listIncomplete()], [[name], []])
    assert.equal(await place.read(name, 'store.db'), 'the store')
    await place.remove(name)
    assert.deepEqual([await place.list(), await place.listIncomplete()], [[], []])
  })
}
