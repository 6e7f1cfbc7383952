import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Role } from '../../requests/access/role.ts'
import type { UserRecord } from './user.ts'

/** A role, or everybody who acts for the store. */
export type PasskeyGroup = Role | 'staff'

type Person = { role: Role; isStaff: boolean }

/** The roles that must sign in with a passkey (`REQUIRE_PASSKEY`). */
export const passkeyPolicy = (groups: readonly PasskeyGroup[]) => {
  const applies = ({ role, isStaff }: Person): boolean => groups.includes(role) || (isStaff && groups.includes('staff'))

  const appliesTo = ({ role, accountId }: Pick<UserRecord, 'role' | 'accountId'>): boolean =>
    applies({ role, isStaff: accountId === undefined })

  return {
    applies,
    appliesTo,

    /**
     * Whether the user can only sign in with a passkey. A user without one can sign in otherwise,
     * to add one.
     */
    async needsPasskey(query: Kysely<Tables>, user: UserRecord): Promise<boolean> {
      if (!appliesTo(user)) return false
      const passkey = await query
        .selectFrom('passkeys')
        .select('id')
        .where('user_id', '=', user.id)
        .limit(1)
        .executeTakeFirst()
      return passkey !== undefined
    },
  }
}

export type PasskeyPolicy = ReturnType<typeof passkeyPolicy>
