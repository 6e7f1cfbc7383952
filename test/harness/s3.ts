import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { newFolder } from './temporary-folder.ts'

/** The part of a package without types that is used here. */
type S3rver = new (options: {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => { run(): Promise<AddressInfo>; close(): Promise<void>; httpServer: { unref(): void } }

const load = createRequire(import.meta.url)

/** A server with a bucket that speaks the S3 protocol; it ends with this process. */
export const startS3 = async (bucket = 'photos', listenPort = 0) => {
  const Server: S3rver = load('@20minutes/s3rver')
  const directory = newFolder('store')
  const server = new Server({
    address: '127.0.0.1',
    port: listenPort,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  server.httpServer.unref()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    port,
    /** The folder of its files. */
    directory,
    // The only credentials that it accepts.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    close: () => server.close(),
  }
}
