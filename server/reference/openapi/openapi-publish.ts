import { setImmediate } from 'node:timers/promises'
import type { ApiDocument, Server } from './api-document.ts'
import { withCodeSamples } from './code-samples.ts'
import { withEvents } from './openapi-events.ts'
import { withExamples } from './openapi-examples.ts'
import { withGuides } from './openapi-guides.ts'
import { withDeclared } from './openapi-operations.ts'
import { withWrittenRequests } from './openapi-requests.ts'
import { withoutRulesInResponses, withPlainSchemas } from './openapi-schemas.ts'
import { share } from './openapi-share.ts'

/** Origins of the two environments; undefined if unknown. */
export type Environments = { production: string | undefined; staging: string | undefined }

/** The origin in the document when it is not requested over HTTP. */
export const defaultOrigin = 'http://127.0.0.1:3000'

/** The document as clients receive it. The code samples use `origin`. Others are served between its steps. */
export const publishedDocument = async (
  routes: ApiDocument,
  origin: string,
  environments: Environments,
): Promise<ApiDocument> => {
  let document = routes
  for (const step of [
    ...[withDeclared, withPlainSchemas, withoutRulesInResponses, withEvents, withExamples],
    ...[withWrittenRequests, share],
    (linked: ApiDocument) => withGuides(linked, origin),
    (sampled: ApiDocument) => withCodeSamples(sampled, `${origin}/v1`),
  ]) {
    document = step(document)
    await setImmediate()
  }
  const { paths, webhooks, components, ...about } = document
  return {
    ...about,
    servers: serversOf(environments),
    paths,
    ...(webhooks && { webhooks }),
    components,
  }
}

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
