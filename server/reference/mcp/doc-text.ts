import { protocolError } from '../../platform/http/http-error.ts'

/** The address of a page of the docs as text. Throws `route_not_found` for paths outside the docs. */
export const docText = (path: string): string => {
  const page = (path.split('#', 1)[0] ?? '').replace(/\.md$/, '')
  if (page === '/docs') return '/llms.txt'
  if (page === '/docs/changelog' || page === '/docs/reference') return `${page}.md`
  // All objects are listed with the operations.
  if (page === '/docs/reference/objects') return '/docs/reference.md'
  if (/^\/docs\/(?:guides|reference)\/[\w-]{1,60}$/.test(page)) return `${page}.md`
  const message = 'There is no such page of the docs. Find one with search_docs.'
  throw protocolError('route_not_found', { message })
}
