import type { ProfilePatch } from '../../animals/profiles/profile.ts'
import type { Species } from '../../animals/profiles/profile-values.ts'
import type { Note } from '../animal-formats/foreign-animal.ts'
import type { ImportedNote } from './exported-notes.ts'

/** What identifies and orders the rows of an animal of another system. */
export type About = {
  externalId: string
  /** The column of the id. */
  idField: string
  /** Whether the row has nothing but its id, its name, its species and photos. */
  isBare: boolean
  /** The latest day of its intake or outcome; empty if it has none. */
  day: string
  /** Its outcome: higher ones are more certain to be the last. */
  outcome: number
  photos: readonly string[]
}

/** The parts of an imported row that were not imported as they are. */
export type Remarks = {
  about?: About
  /** The file's status of an animal of the store that has left without being adopted. */
  leaves?: string
  /** Values that were left out. */
  notes?: Note[]
  /** Fields without a corresponding field here. */
  noPlace?: string[]
  /** Fields that were converted. */
  converted?: string[]
  /** Whether the file has a status for the animal; undefined for our own files. */
  hasStatus?: boolean
}

/** The data of a row beyond the specification. */
export type Details = {
  profile: ProfilePatch
  /**
   * The name of its category, which is created if missing; or its species, which has a category.
   */
  category?: string | { species: Species }
  /** Its id in another system, by which a later import finds it. */
  externalId?: string | undefined
  /** Whether it is published when it is first imported. */
  isOffered: boolean
  /** Whether it left without being adopted: then it is not published. */
  hasLeft?: boolean
  publishedAtMs?: number
  /** Whether its birth date is only an estimate, which does not replace an existing one. */
  isBirthDateEstimated: boolean
  /** URLs. */
  photos: string[]
  notes?: readonly ImportedNote[]
  /** Ids of the other system. */
  bondedWith: string[]
}
