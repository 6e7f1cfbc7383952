export {}

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Published profiles, with what lists are sorted and filtered by; kept in step with animal and profile. */
    listings: {
      pet_id: Int
      account_id: Int
      status: string
      name_folded: string
      published_at: Time
      /** Date of birth, in days since the Unix epoch. */
      born: Int | null
      /** Since when the animal is sold, if it is. */
      sold_at: Time | null
      /** JSON: what it can be found by, such as `species:dog`. None of sold animals. */
      terms: string
      /** A bit for each of its terms that has one (`traits.ts`). */
      traits: Int
      /** From this day on it is of another age band. */
      band_until: Int | null
      /** Its place in the index of words, in the order of publication; null of sold animals, which are not in it. */
      seq: Int | null
      /** Of what the index has of it. */
      search_digest: string
      /** Folded words of its name, breeds and tags, with a space around each: what matches are ranked by. */
      name_words: string
      breed_words: string
      tag_words: string
    }
    /** Which change was the last one of a listing; also of one that is no more. Later commits have greater numbers. */
    listing_changes: { pet_id: Int; change_id: Int }
  }
}
