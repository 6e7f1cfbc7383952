import { type Static, Type } from 'typebox'
import { isEmail } from '../../platform/http/contact.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import type { Language } from '../../platform/language.ts'
import { showTime } from '../../platform/time.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Role, roleNames, roles } from '../../requests/access/role.ts'
import { type Author, authorOf } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { HeldMailStatus } from '../mail/mail.ts'

export const RoleSchema = Type.Unsafe<Role>(
  Type.Enum([...roleNames], {
    $id: 'Role',
    description:
      'The permissions of a user. A `viewer` can read animals and listings; a `counselor` can also change animals ' +
      'and handle orders and applications; a `manager` can also delete, erase and export data, name categories, edit ' +
      'the contract and manage webhooks; an `admin` can also manage users, keys and accounts.',
  }),
)
const role = Type.Unsafe<Role>({ $ref: 'Role#' })
const time = (description: string) => Type.String({ format: 'date-time', description })
const nameDocs = { description: 'The name of the person.', examples: ['Alex Moreno'] }

/** The longest address that mail can be sent to (RFC 5321 section 4.5.3.1). */
const MAX_EMAIL_LENGTH = 254

export const Email = Type.String({
  minLength: 3,
  maxLength: MAX_EMAIL_LENGTH,
  description: 'Email address; case does not matter.',
  examples: ['alex@shelter.example.org'],
})

const userFields = {
  id: Int64({ description: 'Identifier of the user.', examples: [1] }),
  email: Type.String({ description: 'Email address.', examples: ['alex@shelter.example.org'] }),
  name: ShownName(nameDocs),
  role,
  accountId: Type.Optional(
    Int64({
      description: 'The account that a member acts for; absent for staff of the store.',
      examples: [1],
    }),
  ),
  disabledAt: Type.Optional(time('When the user was disabled; absent if not disabled.')),
  lastSeenAt: Type.Optional(time('When the user last sent a request, to the minute.')),
  createdAt: time('When the user was created (RFC 3339, UTC).'),
}

const userExample = {
  id: 1,
  email: 'alex@shelter.example.org',
  name: 'Alex Moreno',
  role: 'counselor',
  createdAt: '2026-11-20T09:30:00.000Z',
}
const linkExample = 'https://store.example.org/console/password#aas_link_...'

/** A user as others see it. */
export const User = Type.Object(userFields, {
  $id: 'User',
  description: 'A person who can sign in: one of the staff, or a member of one account.',
  examples: [userExample],
})
export type User = Static<typeof User>

export const InvitedUser = Type.Object(
  {
    ...userFields,
    link: Type.Optional(
      Type.String({
        description:
          'A one-time link for the user to set a password, valid for 7 days. Shown only once. Absent if the response ' +
          'is a replay (`Idempotent-Replayed`).',
        examples: ['https://store.example.org/console/password#aas_link_...'],
      }),
    ),
    mailStatus: HeldMailStatus,
  },
  {
    $id: 'InvitedUser',
    description: 'A new user.',
    examples: [{ ...userExample, link: linkExample }],
  },
)

export const NewUser = Type.Object(
  {
    email: Email,
    name: Name(nameDocs),
    role,
    accountId: Type.Optional(
      Int64({
        description:
          'Makes the user a member of this account. If omitted, the user is staff. A member always invites ' +
          'to their own account.',
      }),
    ),
  },
  { $id: 'NewUser', additionalProperties: false, description: 'A user to invite.' },
)
export type NewUser = Static<typeof NewUser>

export const UserPatch = Type.Object(
  {
    name: Type.Optional(Name(nameDocs)),
    role: Type.Optional(role),
    disabled: Type.Optional(
      Type.Boolean({
        description: '`true` ends all sessions at once and prevents sign-in.',
      }),
    ),
  },
  { $id: 'UserPatch', additionalProperties: false, description: 'Changes to a user (RFC 7396).' },
)
export type UserPatch = Static<typeof UserPatch>

export const PasswordLink = Type.Object(
  {
    link: Type.Optional(
      Type.String({
        description: 'A one-time link for the user to set a new password, valid for 7 days. Shown only once.',
      }),
    ),
    mailStatus: HeldMailStatus,
  },
  {
    $id: 'PasswordLink',
    description: 'A link to set a password.',
    examples: [{ link: linkExample }],
  },
)

/** A user as stored. */
export type UserRecord = {
  id: bigint
  email: string
  name: string
  role: Role
  /** Undefined for staff. */
  accountId: bigint | undefined
  /** Undefined until the first one is set. */
  passwordHash: string | undefined
  /** Since when a member has invited this address, without proof that the person has it. */
  unprovenSinceMs: number | undefined
  disabledAtMs: number | undefined
  lastSeenAtMs: number | undefined
  /** The language of mail: that of the latest sign-in or of the invitation, if known. */
  language: Language | undefined
  createdAtMs: number
}

export const shownUser = (user: UserRecord): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  ...(user.accountId !== undefined && { accountId: user.accountId }),
  ...(user.disabledAtMs !== undefined && { disabledAt: showTime(user.disabledAtMs) }),
  ...(user.lastSeenAtMs !== undefined && { lastSeenAt: showTime(user.lastSeenAtMs) }),
  createdAt: showTime(user.createdAtMs),
})

/** The request that causes a change, for the audit log. */
export type Sender = { requestId: string; address: string }

export const userAuthor = ({ id, name }: Pick<UserRecord, 'id' | 'name'>, from: Sender): Author =>
  authorOf({ caller: { userId: id, userName: name }, ...from })

/** The version of what clients can change. `lastSeenAt` does not change it. */
export const versionOf = ({ lastSeenAt: _seen, ...version }: User): Omit<User, 'lastSeenAt'> => version

/** Normalizes an address. */
export const foldEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

export const emailIssue = (email: string): Fault | undefined =>
  isEmail(email) ? undefined : { field: 'email', code: 'invalid_value', message: 'must be an email address' }

/** Throws unless the caller may grant this role: nobody can grant more than they have. */
export const checkGrantable = ({ scopes, rights }: Caller, role: Role): void => {
  const { scopes: given, rights: givenRights } = roles[role]
  const missing = given.find((scope) => !scopes.has(scope))
  if (missing === undefined && givenRights.every((right) => rights.has(right))) return
  throw requestError('insufficient_scope', {
    message: 'You cannot give a role with more permissions than your own.',
    ...(missing && { requiredScope: missing }),
  })
}

/** The account whose users the caller manages; undefined for all users. */
export const managedAccount = ({
  actsForStore,
  accountId,
}: Pick<Caller, 'actsForStore' | 'accountId'>): bigint | undefined => (actsForStore ? undefined : accountId)

export type SessionChange = {
  kind: 'session started' | 'session ended'
  userId: bigint
  sessionId: bigint
}

export type UserChange =
  | SessionChange
  | { kind: 'user added' | 'user removed'; userId: bigint }
  | { kind: 'user changed'; userId: bigint; fields: string[] }
  | { kind: 'password set' | 'password link made'; userId: bigint }
  | { kind: 'identity linked' | 'passkey added' | 'passkey removed'; userId: bigint }
