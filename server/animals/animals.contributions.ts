import type { Contributions } from '../requests/api/module.ts'
import { categoryAudit } from './categories/categories.audit.ts'
import { categoryEvents } from './categories/categories.events.ts'
import { categoryTables } from './categories/categories.tables.ts'
import { categoryError } from './categories/category.errors.ts'
import { historyTables } from './history/history.tables.ts'
import { noteError } from './notes/note.errors.ts'
import { noteAudit } from './notes/notes.audit.ts'
import { noteMentions } from './notes/notes.personal.ts'
import { noteTables } from './notes/notes.tables.ts'
import { organizationError } from './organizations/organization.errors.ts'
import { organizationAudit } from './organizations/organizations.audit.ts'
import { organizationTables } from './organizations/organizations.tables.ts'
import { petError } from './pets/pet.errors.ts'
import { petAudit } from './pets/pets.audit.ts'
import { petEvents } from './pets/pets.events.ts'
import { petHistoryActions } from './pets/pets.history.ts'
import { petTables } from './pets/pets.tables.ts'
import { photoError } from './photos/photo.errors.ts'
import { photoAudit } from './photos/photos.audit.ts'
import { photoEvents } from './photos/photos.events.ts'
import { photoHistoryActions } from './photos/photos.history.ts'
import { photoTables } from './photos/photos.tables.ts'
import { profileAudit } from './profiles/profiles.audit.ts'
import { profileEvents } from './profiles/profiles.events.ts'
import { profileHistoryActions } from './profiles/profiles.history.ts'
import { profileTables } from './profiles/profiles.tables.ts'

export const animalsContributions = {
  mentions: { notedPets: noteMentions },
  events: { ...petEvents, ...profileEvents, ...photoEvents, ...categoryEvents },
  historyActions: { ...petHistoryActions, ...profileHistoryActions, ...photoHistoryActions },
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
  auditActions: { ...categoryAudit, ...noteAudit, ...organizationAudit, ...petAudit, ...photoAudit, ...profileAudit },
} satisfies Contributions
