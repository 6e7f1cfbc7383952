import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { newFolder } from './temporary-folder.ts'

/** What is used of a package that has no types of its own. */
type S3rver = new (options: {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => { run(): Promise<AddressInfo>; close(): Promise<void>; httpServer: { unref(): void } }

const load = createRequire(import.meta.url)

/** A server that speaks the protocol of S3, with a bucket; it ends with this process. */
export const startS3 = async (bucket = 'photos', listenPort = 0) => {
  const Server: S3rver = load('@20minutes/s3rver')
  const directory = newFolder('store')
  const server = new Server({
    ...{ address: '127.0.0.1', port: listenPort, silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  server.httpServer.unref()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    port,
    /** Where it keeps its files. */
    directory,
    // The ones it knows.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    close: () => server.close(),
  }
}
