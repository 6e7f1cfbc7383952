import type { Server } from './api-document.ts'

/** Origins of the two environments; undefined if unknown. */
export type Environments = { production: string | undefined; staging: string | undefined }

export const serversOf = ({ production, staging }: Environments): Server[] => [
  server('Production', production, 'PUBLIC_URL'),
  server('Staging', staging, 'STAGING_URL'),
]

/** Where an environment is; one that is not known here has a blank in its place that differs from any other. */
const server = (description: string, origin: string | undefined, setting: string): Server => {
  if (origin !== undefined) return { url: `${origin}/v1`, description }
  const name = description.toLowerCase()
  return {
    url: `https://{${name}Host}/v1`,
    description,
    variables: {
      [`${name}Host`]: {
        default: `${name}.example.org`,
        description: `The host of your ${name} environment. The operator sets it with \`${setting}\`.`,
      },
    },
  }
}
