/** A bucket and its credentials. */
export type S3Config = {
  bucket: string
  /** As in the names of objects, not percent-encoded, without a slash at its end; empty for none. */
  prefix: string
  /** Only for services other than Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}
