/** A bucket, and who may use it. */
export type S3Config = {
  bucket: string
  /** Without a slash at its end; empty for none. */
  prefix: string
  /** Of another service than Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}
