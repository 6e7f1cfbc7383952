import { type TSchema, Type } from 'typebox'
import { ageBands } from './age.ts'
import { coats, sexes, sizes, species } from './profile-values.ts'

const named = ($id: string, values: readonly string[], description: string): TSchema =>
  Type.Enum([...values], { $id, description })

/** Schemas of nullable values. The document refers to them, so that each has one name. */
export const enumSchemas = [
  named('Species', species, 'The kind of animal.'),
  named('Sex', sexes, 'The sex of an animal.'),
  named('Size', sizes, 'The size of a grown animal.'),
  named('Coat', coats, 'The length or the kind of a coat.'),
  named('AgeBand', ageBands, 'The age band of an animal.'),
]
