import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { abandonedBeside, temporaryBeside } from './atomic-file.ts'

test('only temporary files of processes that have ended are abandoned', () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'backup.db')
  const own = temporaryBeside(path)
  // No process has such a high id.
  const dead = `${path}.${2 ** 31 - 1}-0123456789ab.part`
  const others = [
    path,
    `${path}.${process.ppid}-0123456789ab.part`,
    `${path}.photos.${2 ** 31 - 1}-0123456789ab.part`,
    `${path}.1-0.part`,
    join(folder.path, `other.db.${2 ** 31 - 1}-0123456789ab.part`),
  ]
  for (const file of [own, dead, ...others]) writeFileSync(file, '')
  // An earlier process can have had the id of this one.
  assert.deepEqual(
    abandonedBeside(path)
      .map((file) => basename(file))
      .sort(),
    [basename(dead), basename(own)].sort(),
  )
})
