import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startS3 } from '../../../test/harness/s3.ts'
import { s3Bucket } from './s3-bucket.ts'

const s3 = await startS3()
after(() => s3.close())

test('a key with any sign is written and read, and its URL encodes it as the signature does', async () => {
  const { endpoint, bucket, credentials } = s3
  const prefix = "Anna's (old) cats & dogs!*"
  const config = {
    endpoint,
    bucket,
    prefix,
    region: 'eu-central-1',
    sessionToken: undefined,
    ...credentials,
  }
  const { urlOf, succeed } = s3Bucket(config)
  const url = urlOf('a+b;c=d@e,f:g$h')
  const { pathname } = new URL(url)
  assert.match(pathname, /^[\w%/.~-]+$/)
  const [, , ...key] = decodeURIComponent(pathname).split('/')
  assert.deepEqual(key, [prefix, 'a+b;c=d@e,f:g$h'])
  await succeed(url, { method: 'PUT', body: new TextEncoder().encode('kept') })
  assert.equal((await succeed(url)).text, 'kept')
})
