import type { PhotoChange } from '../../animals/photos/photo.ts'
import type { PhotosService } from '../../animals/photos/photos.service.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import type { SamplePictures } from './sample-pictures.ts'
import { listPicturesOf, type StoredPicture } from './sample-reset.repository.ts'
import type { SampleEntry } from './sample-shelter.ts'

type Deps = {
  database: Database<PhotoChange, Author>
  photos: Pick<PhotosService, 'add' | 'update'>
  /** Claims files that are about to be used. Returns false while one of them is being removed. */
  claimFiles: (query: Database['read'], names: readonly string[]) => Promise<boolean>
}

/** Photos need no address here. */
const origin = ''

/**
 * The pictures of an account's sample animals, once they have been drawn: a server adds them again without drawing. Those of
 * other accounts are not used: anybody can give a photo the text of a sample's picture.
 */
export const storedPictures = ({ database, photos, claimFiles }: Deps) => {
  const known = new Map<bigint, ReadonlyMap<string, StoredPicture>>()

  const add: SamplePictures = async (by, petId, { pictureText: alt }) => {
    const image = known.get(by.caller.accountId)?.get(alt)
    if (!image) return
    const id = await database.writeAs(by.author, async (trx) => {
      if (!(await claimFiles(trx.query, image.names.toSorted()))) return undefined
      return (await photos.add(trx, by.caller, { petId, image, origin })).id
    })
    if (id !== undefined) await photos.update(by, id, { alt }, { origin })
  }

  return {
    add,
    /** Reads the pictures of an account's animals, before they are removed. */
    async read(accountId: bigint, entries: readonly SampleEntry[]): Promise<void> {
      const alts = entries.map(({ pictureText }) => pictureText)
      const found = await listPicturesOf(database.read, { accountId, alts })
      const before = known.get(accountId) ?? []
      known.set(accountId, new Map([...before, ...found.map((one) => [one.alt, one] as const)]))
    },
    /** Forgets them once they have been added again. */
    forget(accountId: bigint): void {
      known.delete(accountId)
    },
  }
}
