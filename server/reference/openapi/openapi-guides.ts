import type { GuideLink } from '../../requests/api/operation.ts'
import { type ApiDocument, mapOperations } from './api-document.ts'

const versioning: GuideLink = {
  name: 'versioning',
  about: 'Which changes to expect, and how we announce them',
}

/** The document with a link to each guide that a tag or an operation names. */
export const withGuides = (document: ApiDocument, origin: string): ApiDocument => {
  const linked = <Part extends Guided>({ 'x-guide': guide, ...part }: Part) => ({
    ...part,
    ...(guide && { externalDocs: docsOf(guide, origin) }),
  })
  return {
    ...mapOperations(document, linked),
    externalDocs: docsOf(versioning, origin),
    tags: document.tags?.map(linked),
  }
}

type Guided = { 'x-guide'?: GuideLink }

const docsOf = ({ name, about }: GuideLink, origin: string) => ({
  description: about,
  url: `${origin}/docs/guides/${name}`,
})
