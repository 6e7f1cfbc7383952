import { roleNames, roles } from '../../requests/access/role.ts'

/** The roles and what each permits beyond the one before, as a Markdown table. */
export const rolesTable = (): string =>
  ['| Role | Scopes | Also |', '|---|---|---|'].concat(roleNames.map(row)).join('\n')

const row = (name: (typeof roleNames)[number], at: number): string => {
  const before = roleNames[at - 1]
  const known = new Set<string>(before && roles[before].scopes)
  const added = roles[name].scopes.filter((scope) => !known.has(scope))
  const scopes = added.map((scope) => `\`${scope}\``).join(' ')
  return `| \`${name}\` | ${before ? `those of \`${before}\`, and ` : ''}${scopes} | ${also[name]} |`
}

/** Describes the rights and scopes of a role. */
const also = {
  viewer: '',
  counselor: 'changes animals, but does not delete them',
  manager: 'deletes animals, erases customers, exports, writes the contract',
  admin: 'manages users, keys and accounts',
} as const satisfies Record<(typeof roleNames)[number], string>
