import type { Database } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import type { SamplePictures } from './sample-pictures.ts'
import { listPicturesOf, type StoredPicture } from './sample-reset.repository.ts'
import type { SampleEntry } from './sample-shelter.ts'

type Deps = {
  database: Database<never, Author>
  /** Claims files that are about to be used. Returns false while one of them is being removed. */
  claimFiles: (query: Database['read'], names: readonly string[]) => Promise<boolean>
}

/**
 * The pictures of an account's sample animals, once they have been rendered: a server adds them again at once. Those of
 * other accounts are not used: anybody can give a photo the text of a sample's picture.
 */
export const storedPictures = ({ database, claimFiles }: Deps) => {
  const known = new Map<bigint, ReadonlyMap<string, StoredPicture>>()

  const find: SamplePictures = async ({ pictureText }, accountId) => {
    const image = known.get(accountId)?.get(pictureText)
    if (!image) return undefined
    const names = image.names.toSorted()
    return (await database.write(({ query }) => claimFiles(query, names))) ? image : undefined
  }

  return {
    find,
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
