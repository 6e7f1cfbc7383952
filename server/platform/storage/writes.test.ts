import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqlite } from '../../../test/harness/open-store.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { addPet, petNames } from './database.contract.ts'
import { DatabaseUnavailable, OutcomeUnknown } from './database.ts'
import { noteCommit, trackCommits } from './writes.ts'

test('a request is undone if the database fails before its first commit, and half done after it', async (t) => {
  const folder = temporaryFolder()
  const database = await openSqlite({ path: join(folder.path, 'store.db') })
  t.after(async () => {
    await database.close()
    folder.remove()
  })
  const goAway = async () => {
    throw new DatabaseUnavailable(new Error('gone'))
  }
  const add = (name: string) => noteCommit(addPet(database, name))
  await assert.rejects(trackCommits(goAway), (error) => !(error instanceof OutcomeUnknown))
  const refused = noteCommit(database.write(() => Promise.reject(new Error('no'))))
  await assert.rejects(
    trackCommits(() => refused.catch(goAway)),
    (error) => !(error instanceof OutcomeUnknown),
  )
  await assert.rejects(
    trackCommits(() => add('one').then(goAway)),
    OutcomeUnknown,
  )
  // A concurrent request is not affected.
  const [half, undone] = await Promise.allSettled([
    trackCommits(() => add('two').then(() => add('three').then(goAway))),
    trackCommits(goAway),
  ])
  assert.ok(half.status === 'rejected' && half.reason instanceof OutcomeUnknown)
  assert.ok(undone.status === 'rejected' && !(undone.reason instanceof OutcomeUnknown))
  assert.deepEqual(await petNames(database), ['one', 'two', 'three'])
})
