import type { ApiDocument } from '../portal/api-document.ts'
import type { ReferenceTag } from './guide.html.ts'

/** The reference's navigation: its groups, their tags and the operations of these, in the document's order. */
export const referenceTags = (document: ApiDocument): ReferenceTag[] => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
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
