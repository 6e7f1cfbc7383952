import type { ApiDocument } from './api-document.ts'
import type { Environments } from './environments.ts'

/** What the served documents are made of. */
export type DocumentSource = {
  /** The OpenAPI document as it is published, for an origin. */
  builtDocument: (origin: string) => Promise<ApiDocument>
  /** The URL of each environment, as seen from this server; undefined if unknown. */
  environmentsAt: (origin: string) => Environments
  /** The URL of this server: the configured one, or the address that it listens on. */
  origin: () => string
}
