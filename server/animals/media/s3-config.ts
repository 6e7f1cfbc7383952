/** A bucket and its credentials. */
export type S3Config = {
  bucket: string
  /** Without a slash at its end; empty for none. */
  prefix: string
  /** Only for services other than Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}
