import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { heapBytes } from '../../../test/harness/heap-bytes.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type ReceivedFile, receiveFile } from './file-upload.ts'

const PIECE = Buffer.from('20\r\n12345678901234567890123456789012\r\n')
const PIECE_BYTES = 32
const AT_ONCE = 500
const FIRST = 5_000
const MORE = 40_000
/** The least memory per piece that counts as a leak; other work of the process may leave less. */
const NOTICEABLE_BYTES = 100

test('a file received in small pieces is not retained in memory', async (t) => {
  const folder = temporaryFolder()
  const received = Promise.withResolvers<ReceivedFile>()
  const server = createServer((request, response) => {
    const upload = { mediaTypes: ['image/'], maxBytes: 15_000_000, folder: folder.path }
    receiveFile(request, response, upload).then(received.resolve, received.reject)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    server.close()
    folder.remove()
  })
  let all = 0
  const writtenBytes = () =>
    readdirSync(folder.path).reduce((sum, name) => sum + statSync(join(folder.path, name)).size, 0)
  const send = async (count: number) => {
    all += count
    for (let sent = 0; sent < count; sent += AT_ONCE) {
      if (!client.write(Buffer.concat(Array(AT_ONCE).fill(PIECE)))) await once(client, 'drain')
    }
    await eventually('the pieces are on the disk', () => writtenBytes() === all * PIECE_BYTES)
  }
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n')
  await send(FIRST)
  const before = await heapBytes()
  await send(MORE)
  const keptBytes = (await heapBytes()) - before
  client.write('0\r\n\r\n')
  const file = await received.promise
  assert.equal(file.bytes, (FIRST + MORE) * PIECE_BYTES)
  assert.ok(keptBytes < MORE * NOTICEABLE_BYTES, `${keptBytes} bytes of ${MORE} pieces`)
})
