import type { ApiDocument, DeclaredDocument } from './api-document.ts'
import { type Environments, serversOf } from './environments.ts'
import { withIntegerFormats, withPageSizes, withPathExamples } from './openapi-bounds.ts'
import { withEvents } from './openapi-events.ts'
import { withExamples } from './openapi-examples.ts'
import { withGuides } from './openapi-guides.ts'
import { withDeclared } from './openapi-operations.ts'
import { withWrittenRequests } from './openapi-requests.ts'
import { withNamedEnums, withoutRulesInResponses, withPlainSchemas } from './openapi-schemas.ts'
import { share } from './openapi-share.ts'
import { withCodeSamples } from './sample-writers.ts'

/** The document as clients receive it. The code samples use `origin`. */
export const publishedDocument = (
  { 'x-events': events, ...routes }: DeclaredDocument,
  origin: string,
  environments: Environments,
): ApiDocument => {
  let document = withDeclared(routes)
  for (const step of [
    withPlainSchemas,
    withNamedEnums,
    withoutRulesInResponses,
    (plain: ApiDocument) => withEvents(plain, events),
    withExamples,
    withIntegerFormats,
    withPageSizes,
    withPathExamples,
    withWrittenRequests,
    share,
    (linked: ApiDocument) => withGuides(linked, origin),
    (sampled: ApiDocument) => withCodeSamples(sampled, origin),
  ])
    document = step(document)
  const { paths, webhooks, components, ...about } = document
  return {
    ...about,
    servers: serversOf(environments),
    paths,
    ...(webhooks && { webhooks }),
    components,
  }
}
