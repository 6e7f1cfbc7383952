/** An example call of an operation, for the samples in every language, and the docs' panel. */
export type CodeExample = {
  /** The values of the path parameters. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** The name of a file that is the body. */
  file?: string
  /** The same call with our client, which the sample names `store`. It names the client's method for the operation. */
  client: string
  /** The operation exists only in staging, so the call goes there. */
  isInStaging?: true
  /** The call runs until it is stopped. */
  isStream?: true
}
