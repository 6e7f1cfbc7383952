import type { Organization } from '../../animals/organizations/organization.ts'
import type { OwnedPet } from '../../animals/pets/pet.ts'
import type { Photo } from '../../animals/photos/photo.ts'
import type { StoredProfile } from '../../animals/profiles/profile.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { OwnedOrder } from '../orders/order.ts'
import { documentHtml } from './document.html.ts'
import type { DocumentKind, DocumentTemplate } from './document.ts'
import { type DocumentImages, photoFilesOf } from './document-images.ts'
import { type DocumentFacts, valuesOf } from './document-values.ts'
import { findHandOver, findTemplate } from './documents.repository.ts'
import type { DocumentValues } from './placeholder.ts'
import type { Writing } from './writing.ts'

type Query = Trx['query']

export type DocumentSources = {
  findPet: (query: Query, id: bigint) => Promise<OwnedPet | undefined>
  findProfile: (query: Query, petId: bigint) => Promise<StoredProfile>
  listPhotos: (query: Query, petIds: readonly bigint[]) => Promise<Photo[]>
  findOrganization: (query: Query, accountId: bigint) => Promise<Organization | undefined>
  findAccount: (query: Query, id: bigint) => Promise<{ name: string } | undefined>
  /** The account whose logo the server has. */
  findOldestAccountId: (query: Query) => Promise<bigint | undefined>
}

/** Everything that decides what a document shows, as plain values that can be compared. */
export type DocumentData = {
  template: DocumentTemplate
  templateVersion: string
  values: DocumentValues
  /** The values of each animal, if there are several. */
  animals?: readonly DocumentValues[]
  locale: string
  /** The files of its photo, largest first. */
  photoFiles: readonly string[]
  hasLogo: boolean
}

type Printing = { kind: DocumentKind; writing: Writing; nowMs: number }

export const readDocumentData = async (
  query: Query,
  sources: DocumentSources,
  { order, ownerId }: OwnedOrder,
  { kind, writing, nowMs }: Printing,
): Promise<DocumentData> => {
  const placedAtMs = Date.parse(order.createdAt)
  const handOver = await findHandOver(query, { petId: order.petId, placedAtMs })
  const owned = await sources.findPet(query, order.petId)
  // If the animal has moved to another account, only its number is shown.
  const isHere = owned?.ownerId === ownerId
  const photos = isHere ? await sources.listPhotos(query, [order.petId]) : []
  const facts: DocumentFacts = {
    order,
    pet: isHere ? owned.pet : undefined,
    facts: isHere ? await sources.findProfile(query, order.petId) : undefined,
    organization: await findSignatory(query, sources, ownerId),
    handedOverMs: handOver.adoptedAtMs,
    returnedMs: handOver.returnedAtMs,
    nowMs,
  }
  const { version, ...template } = await findTemplate(query, ownerId, kind, writing.locale)
  return {
    template,
    templateVersion: version,
    locale: writing.locale,
    values: valuesOf(facts, writing),
    photoFiles: photoFilesOf(photos[0]),
    hasLogo: (await sources.findOldestAccountId(query)) === ownerId,
  }
}

/** The organization of an account. One without public details still has a name. */
export const findSignatory = async (
  query: Query,
  { findOrganization, findAccount }: Pick<DocumentSources, 'findOrganization' | 'findAccount'>,
  accountId: bigint,
): Promise<DocumentFacts['organization']> => {
  const organization = await findOrganization(query, accountId)
  if (organization) return organization
  const account = await findAccount(query, accountId)
  return account && { name: account.name, address: {} }
}

const MAX_BYTES = 1_000_000

/** Takes the largest images with which the document is not too large. */
export const renderDocument = async (
  data: DocumentData,
  images: DocumentImages,
  options: { isUnsignedCopy: boolean },
): Promise<{ title: string; html: string }> => {
  const { template, values, animals, locale, photoFiles, hasLogo } = data
  const logo = hasLogo ? await images.logo() : undefined
  const render = (photo?: string) => documentHtml({ template, values, animals, locale, photo, logo, ...options })
  for (const file of photoFiles) {
    const document = await render(await images.photo(file))
    if (Buffer.byteLength(document.html) <= MAX_BYTES) return document
  }
  const document = await render()
  if (Buffer.byteLength(document.html) <= MAX_BYTES) return document
  return documentHtml({ template, values, animals, locale, ...options })
}
