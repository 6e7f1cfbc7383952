import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /**
     * Published profiles, with the columns that lists sort and filter by. Updated together with animals and profiles.
     */
    listings: {
      pet_id: Int
      account_id: Int
      status: string
      name_folded: string
      published_at: Time
      /** Birth date, in days since the Unix epoch. */
      born: Int | null
      /** When the animal was sold, if it was. */
      sold_at: Time | null
      /** JSON: the terms of filters, such as `species:dog`. Empty if the animal is sold. */
      terms: string
      /** A bit for each term that has one (`traits.ts`). */
      traits: Int
      /** The day on which the animal enters another age band. */
      band_until: Int | null
      /**
       * Position in the index of words, in the order of publication; null if sold, because sold animals are not in it.
       */
      seq: Int | null
      /** Digest of the tokens in the index. */
      search_digest: string
      /** Folded words of its name, breeds and tags, each between spaces, for ranking. */
      name_words: string
      breed_words: string
      tag_words: string
    }
    /** The last change of each listing, including removed ones. Later commits have greater numbers. */
    listing_changes: { pet_id: Int; change_id: Int }
  }
}

export const listingTables = {
  listings: { key: ['pet_id'] },
  listing_changes: { key: ['pet_id'] },
} satisfies Partial<CopiedTables>
