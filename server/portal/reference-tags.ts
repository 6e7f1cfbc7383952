import type { ReferenceTag } from './guide.html.ts'

/** What the navigation reads of the OpenAPI document. */
export type ApiDocument = {
  paths?: object
  'x-tagGroups'?: readonly { name: string; tags: readonly string[] }[]
}

type Operation = { tags?: string[]; summary?: string; deprecated?: boolean }

/** The reference's navigation: its groups, their tags and the operations of these, in the document's order. */
export const referenceTags = (document: ApiDocument): ReferenceTag[] => {
  // Of OpenAPI's many shapes of a path, those that our own routes make.
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags = [], summary = '', deprecated = false }]) => ({
      tags,
      name: summary,
      method: method.toUpperCase(),
      path,
      isDeprecated: deprecated,
    })),
  )
  const groups = document['x-tagGroups'] ?? []
  return groups.flatMap(({ name: group, tags }) =>
    tags.map((tag) => ({
      group,
      tag,
      operations: operations.filter(({ tags }) => tags.includes(tag)),
    })),
  )
}
