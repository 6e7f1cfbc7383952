import type { ProfilePatch } from '../../animals/profiles/profile.ts'
import type { Species } from '../../animals/profiles/profile-values.ts'
import type { Note } from '../animal-formats/foreign-animal.ts'

/** What did not go in of a row that did. */
export type Remarks = {
  /** Values that were left out. */
  notes?: Note[]
  /** Fields that have no place here. */
  noPlace?: string[]
  /** Fields that went in in another form. */
  converted?: string[]
  /** Whether the file says what has become of the animal; left out of files of our own. */
  hasStatus?: boolean
}

/** What a row says of its animal beyond what the specification has. */
export type Details = {
  profile: ProfilePatch
  /** The name of its category, which is made where there is none; or the species, which has one. */
  category?: string | { species: Species }
  /** Its id in another system, by which a later import finds it. */
  externalId?: string | undefined
  /** Whether it is to be published when it first comes in. */
  isOffered: boolean
  /** Whether it has left otherwise than by an adoption: then nobody is shown it. */
  hasLeft?: boolean
  publishedAtMs?: number
  /** Whether its birth date is no more than an estimate, which replaces none that is there. */
  isBirthDateEstimated: boolean
  /** Addresses. */
  photos: string[]
  /** Ids of the other system. */
  bondedWith: string[]
}
