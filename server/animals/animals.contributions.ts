import type { Contributions } from '../requests/api/module.ts'
import { categoryTables } from './categories/categories.tables.ts'
import { categoryError } from './categories/category.errors.ts'
import { historyTables } from './history/history.tables.ts'
import { noteError } from './notes/note.errors.ts'
import { noteMentions } from './notes/notes.personal.ts'
import { noteTables } from './notes/notes.tables.ts'
import { organizationError } from './organizations/organization.errors.ts'
import { organizationTables } from './organizations/organizations.tables.ts'
import { petError } from './pets/pet.errors.ts'
import { petTables } from './pets/pets.tables.ts'
import { photoError } from './photos/photo.errors.ts'
import { photoTables } from './photos/photos.tables.ts'
import { profileTables } from './profiles/profiles.tables.ts'

export const animalsContributions = {
  mentions: { notedPets: noteMentions },
  tables: {
    ...categoryTables,
    ...historyTables,
    ...noteTables,
    ...organizationTables,
    ...petTables,
    ...photoTables,
    ...profileTables,
  },
  errors: {
    ...petError.definitions,
    ...categoryError.definitions,
    ...photoError.definitions,
    ...noteError.definitions,
    ...organizationError.definitions,
  },
} satisfies Contributions
