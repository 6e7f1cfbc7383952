import type { Pet, PetStatus } from './pet.ts'
import type { ListingChange, ShownChange } from './pet-responses.ts'

/** For a longer text, dropping the whole cache is faster. */
const MAX_LENGTH = 32_768
/** Processes with another version of the program may use another format. */
const FORMAT = 'v4'

/** Serializes changes for other processes; undefined if there are too many. */
export const writeChanges = (changes: readonly ShownChange[]): string | undefined => {
  const text =
    FORMAT +
    JSON.stringify(changes.map(({ before, after, listing }) => [pack(before), pack(after), packListing(listing)]))
  return text.length > MAX_LENGTH ? undefined : text
}

/** Undefined if the format is unknown. */
export const readChanges = (text: string): ShownChange[] | undefined => {
  if (!text.startsWith(FORMAT)) return undefined
  const changes = JSON.parse(text.slice(FORMAT.length)) as [Packed, Packed, PackedListing][]
  return changes.map(([before, after, listing]) => ({
    ...(before && { before: unpack(before) }),
    ...(after && { after: unpack(after) }),
    ...(listing && { listing: unpackListing(listing) }),
  }))
}

/** Ids as text, as JSON numbers are not exact. */
type Packed = [id: string, categoryId: string, status: PetStatus, name: string] | 0

const pack = (pet: Pet | undefined): Packed =>
  pet ? [String(pet.id), String(pet.categoryId), pet.status, pet.name] : 0

type Listing = NonNullable<ShownChange['listing']>
type PackedListing = [petId: string, extent: ListingChange['extent']] | 'organizations' | 'all' | 0

const packListing = (listing: Listing | undefined): PackedListing => {
  if (listing === undefined) return 0
  return typeof listing === 'string' ? listing : [String(listing.petId), listing.extent]
}

const unpackListing = (listing: Exclude<PackedListing, 0>): Listing =>
  typeof listing === 'string' ? listing : { petId: BigInt(listing[0]), extent: listing[1] }

const unpack = ([id, categoryId, status, name]: Exclude<Packed, 0>): Pet => ({
  id: BigInt(id),
  categoryId: BigInt(categoryId),
  status,
  name,
})
