import type { Server } from './api-document.ts'

/** Origins of the two environments; undefined if unknown. */
export type Environments = { production: string | undefined; staging: string | undefined }

/** The environments whose address is known. */
export const serversOf = ({ production, staging }: Environments): Server[] => [
  ...server('Production', production),
  ...server('Staging', staging),
]

const server = (description: string, origin: string | undefined): Server[] =>
  origin === undefined ? [] : [{ url: `${origin}/v1`, description }]
