import { type ApiDocument, mapOperations } from './api-document.ts'

type Guide = { name: string; about: string }

const guide = (name: string, about: string): Guide => ({ name, about })

/** The guide that explains the operations of a tag. */
const byTag: Readonly<Record<string, Guide>> = {
  animals: guide('first-request', 'Your first request'),
  Profiles: guide('animal-profiles', 'Describe and publish animals'),
  Photos: guide('photos', 'Send, describe and order photos'),
  Listings: guide('animal-profiles', 'Search listings'),
  Organizations: guide('adoption-site', 'What your adoption site shows'),
  Categories: guide('moving-in', 'Categories of another system'),
  Store: guide('errors', 'Errors, and when to retry'),
  Reports: guide('applications', 'How adoptions come about'),
  Documents: guide('applications', 'Contracts, and what they say'),
  Events: guide('mirror', 'Keep a copy that follows the changes'),
  Applications: guide('applications', 'From the form to the order'),
  People: guide('applications', 'People, and how they are erased'),
  Webhooks: guide('webhooks', 'Receive signed events'),
  Admin: guide('people-and-roles', 'People and what they may do'),
}

/** The guide that explains an operation better than that of its tag. */
export const guidesByOperation: Readonly<Record<string, Guide>> = {
  listPets: guide('paging', 'Pages, cursors, filters and sorting'),
  createPet: guide('idempotency', 'Add it once, however often you retry'),
  getPet: guide('deprecated-read', 'What to use in its place'),
  createPets: guide('limits', 'What a batch costs'),
  listListings: guide('gallery', 'A gallery for your web page, without code'),
  getListing: guide('coming-from-petfinder', 'For programs that were written for Petfinder'),
  countListings: guide('adoption-site', 'Filters in links'),
  listOrganizations: guide('portals', 'Animals for Adopt-a-Pet, Petfinder and RescueGroups'),
  getRateLimit: guide('limits', 'Plans, headers, 429 and bans'),
  getMe: guide('keys-in-a-web-page', 'Kinds of keys, and what they may do'),
  createKey: guide('keys-in-a-web-page', 'Keys that may be in a web page'),
  updateUser: guide('single-sign-on', 'Roles that your provider manages'),
  listUsage: guide('limits', 'Plans, headers, 429 and bans'),
  listBans: guide('limits', 'How a key comes to be banned'),
  liftBan: guide('limits', 'How a key comes to be banned'),
  listMails: guide('mail', 'What becomes of mail'),
  getMail: guide('mail', 'What becomes of mail'),
  retryMail: guide('mail', 'What becomes of mail'),
  listAuditLog: guide('audit-log', 'Read and verify the audit log'),
}

const docsOf = ({ name, about }: Guide, origin: string) => ({
  description: about,
  url: `${origin}/docs/guides/${name}`,
})

/** The document with the way to each guide, where it helps. */
export const withGuides = (document: ApiDocument, origin: string): ApiDocument => {
  const linked = mapOperations(document, (operation) => {
    const found = guidesByOperation[operation.operationId ?? '']
    return found ? { ...operation, externalDocs: docsOf(found, origin) } : operation
  })
  return {
    ...linked,
    externalDocs: docsOf(guide('versioning', 'What may change, and how it is announced'), origin),
    tags: linked.tags?.map((tag) => {
      const found = byTag[tag.name]
      return found ? { ...tag, externalDocs: docsOf(found, origin) } : tag
    }),
  }
}
