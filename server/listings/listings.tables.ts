export {}

declare module '../platform/storage/tables.ts' {
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
      /** JSON: what it has in `listing_terms`. */
      terms: string
    }
    /** What a listing can be found by, such as `species:dog`: a row for each of its terms. None of sold animals. */
    listing_terms: {
      term: string
      status: string
      published_at: Time
      pet_id: Int
      born: Int | null
    }
  }
}
