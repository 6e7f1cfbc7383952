/** One use of an operation: what the samples in every language, the docs' panel and the collection for Postman send. */
export type CodeExample = {
  /** Values of the path's parameters. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** The name of a file that is the body. */
  file?: string
  /** The same with our client, which the sample calls `store`. */
  client: string
  /** It runs until it is stopped. */
  isStream?: true
}
