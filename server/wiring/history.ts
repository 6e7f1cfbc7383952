import { historyService } from '../history/history.service.ts'
import { findOwnedPet } from '../pets/pets.repository.ts'
import type { Parts } from './parts.ts'

/** What has happened to animals. */
export const wireHistory = ({ database }: Pick<Parts, 'database'>) =>
  historyService({ database, findPet: findOwnedPet })
