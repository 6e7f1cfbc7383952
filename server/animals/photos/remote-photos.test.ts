import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { encoded, encodings, endless, trickle } from '../../../test/harness/hostile-responses.ts'
import { neverStopping } from '../../../test/harness/never-stopping.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { targetGuard } from '../../feed/webhooks/target-guard.ts'
import { remotePhotos } from './remote-photos.ts'

const guard = targetGuard({ resolve: async () => [], allowPrivate: true })

test('an encoded, endless or too slow photo is rejected, and leaves no file', async () => {
  using folder = temporaryFolder()
  await using receiver = await startReceiver()
  const photos = remotePhotos({
    guard,
    folder: folder.path,
    timeoutMs: 60_000,
    stopping: neverStopping,
  })
  for (const encoding of Object.keys(encodings)) {
    receiver.behave(encoded(encoding, 'a photo', 'image/jpeg'))
    await assert.rejects(
      photos.download(receiver.url),
      new RegExp(`sent an encoded response \\(content-encoding: ${encoding}\\)`),
    )
  }
  for (const { headers } of receiver.received) assert.equal(headers['accept-encoding'], 'identity')
  // A host that responds is requested again, whatever it responds.
  receiver.behave(endless)
  await assert.rejects(photos.download(receiver.url), /it is larger than 15 MB/)
  receiver.behave(trickle)
  const soon = remotePhotos({ guard, folder: folder.path, timeoutMs: 200, stopping: neverStopping })
  await assert.rejects(soon.download(receiver.url), /it took too long/)
  assert.deepEqual(readdirSync(folder.path), [])
})
