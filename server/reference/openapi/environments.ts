import type { Server } from './api-document.ts'

/** Origins of the two environments; undefined if unknown. */
export type Environments = { production: string | undefined; staging: string | undefined }

export const serversOf = ({ production, staging }: Environments): Server[] => [
  server('Production', production),
  server('Staging', staging),
]

/**
 * Where an environment is. One that is not known here has an address that no server can have: parsers of OpenAPI refuse
 * server variables.
 */
const server = (description: string, origin: string | undefined): Server => ({
  url: `${origin ?? `https://${description.toLowerCase()}.example.org`}/v1`,
  description,
})
