import type { Contributions } from '../requests/api/module.ts'
import { categoryTables } from './categories/categories.tables.ts'
import { historyTables } from './history/history.tables.ts'
import { noteTables } from './notes/notes.tables.ts'
import { organizationTables } from './organizations/organizations.tables.ts'
import { petTables } from './pets/pets.tables.ts'
import { photoTables } from './photos/photos.tables.ts'
import { profileTables } from './profiles/profiles.tables.ts'

export const animalsContributions = {
  tables: {
    ...categoryTables,
    ...historyTables,
    ...noteTables,
    ...organizationTables,
    ...petTables,
    ...photoTables,
    ...profileTables,
  },
} satisfies Contributions
