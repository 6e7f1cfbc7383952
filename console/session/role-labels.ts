import type { Role } from '@adoption-store/client'

export const roleLabels: Record<Role, string> = {
  viewer: 'Viewer',
  counselor: 'Counselor',
  manager: 'Manager',
  admin: 'Administrator',
}

/** Describes the permissions of a role to the person who assigns it. */
export const roleMeanings: Record<Role, string> = {
  viewer: 'Sees animals and listings',
  counselor: 'Also edits animals, and handles adoptions and applications',
  manager: 'Also deletes and exports data, names categories, edits the contract and manages webhooks',
  admin: 'Also manages users, keys and accounts',
}
