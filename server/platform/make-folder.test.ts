import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { makeFolder, makeFolderSync } from './make-folder.ts'

const variants = { makeFolder, makeFolderSync }

for (const [name, make] of Object.entries(variants)) {
  test(`${name} also creates missing parents, and returns whether the folder is new`, async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'a', 'b', 'c')
    assert.equal(await make(path, 0o700), true)
    assert.equal(statSync(path).mode & 0o777, 0o700)
    assert.equal(await make(path, 0o700), false)
  })

  test(`${name} fails if the folder cannot be created, and names it`, async () => {
    using folder = temporaryFolder()
    writeFileSync(join(folder.path, 'file'), '')
    const attempt = async (path: string) => make(path)
    await assert.rejects(attempt(join(folder.path, 'file', 'a', 'b')), /ENOTDIR.*file/)
    await assert.rejects(attempt(join(folder.path, 'file')), /EEXIST/)
  })

  // The folder exists, but the system reports that it does not when a folder is created in it.
  test(`${name} returns in /proc`, {
    skip: process.platform !== 'linux' && 'no /proc',
  }, async () => {
    const attempt = async () => make('/proc/x/y/z')
    await assert.rejects(attempt, /ENOENT.*\/proc\/x/)
  })
}
