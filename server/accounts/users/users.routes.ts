import { Type } from 'typebox'
import { mergePatch } from '../../platform/http/body.ts'
import { etagOfResource } from '../../platform/http/etag.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { findPreferred, type Language } from '../../platform/language.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { MailChange } from '../mail/mail.ts'
import { passwordLink } from './password-link.ts'
import type { RejectedInvitations } from './rejected-invitations.service.ts'
import { userError } from './user.errors.ts'
import {
  InvitedUser,
  managedAccount,
  NewUser,
  PasswordLink,
  RoleSchema,
  User,
  type UserChange,
  UserPatch,
  versionOf,
} from './user.ts'
import type { UserMails } from './user-mails.service.ts'
import type { UsersService } from './users.service.ts'

type Deps = {
  users: UsersService
  userMails: UserMails
  rejectedInvitations: RejectedInvitations
  idempotency: Idempotency<UserChange | AccountChange | MailChange>
  /** Whether there is a mail server. */
  isMailed: boolean
  /**
   * The URL in mail. It comes from the settings, as the sender of a request could name any `Host`.
   */
  mailOrigin: (requested: string) => string
}

const ListUsers = Type.Object(idPageParameters, { additionalProperties: false })

const UserPath = Type.Object(
  { userId: Int64({ description: 'Identifier of the user.' }) },
  { 'x-not-found': 'user_not_found' },
)

export const userSchemas = [RoleSchema, NewUser, UserPatch, User, InvitedUser, PasswordLink]

const shared = { tag: 'Admin', stability: 'beta', scope: 'admin' } as const

export const userOperations = ({
  users,
  userMails,
  rejectedInvitations,
  idempotency,
  isMailed,
  mailOrigin,
}: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listUsers',
    method: 'GET',
    path: '/users',
    summary: 'List users',
    description: 'Returns a page of users, oldest first. Members see the users of their own account.',
    query: ListUsers,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of users.', schema: Type.Array(User), headers: linkHeaders },
    },
    errors: ['invalid_cursor'],
    example: {
      client: `for await (const user of store.users.list()) console.log(user.name, user.role)`,
    },
    handle: (call) => {
      const accountId = managedAccount(call.caller)
      return listPage(call, {
        list: `users ${accountId ?? 'all'}`,
        path: '/v1/users',
        read: (page) => users.list({ accountId, ...page }),
        count: () => users.count(accountId),
      })
    },
  }),

  operation({
    ...shared,
    id: 'createUser',
    method: 'POST',
    path: '/users',
    summary: 'Invite a user',
    description:
      'The person gets an email with a one-time link to set a password, valid for 7 days. The response also contains ' +
      'the link if you act for the store or if there is no mail server (`SMTP_URL`). An invitation by a member does ' +
      'not reserve the address until the person accepts it: until then staff can invite the same address. While your ' +
      'account is not accepted, the email waits (`mailStatus`), and you can invite 10 people a day. If you ' +
      'repeat the request with the same `Idempotency-Key`, the response has no `link`. You cannot grant a role with ' +
      'more permissions than your own. Unless you act for the store, one address gets at most 3 such links a day, ' +
      "and after 5 invitations to addresses of other accounts' users (`email_in_use`) you cannot invite anybody else " +
      'for the rest of the day.',
    body: NewUser,
    requestHeaders: ['Accept-Language', 'Idempotency-Key'],
    returns: { 201: { description: 'The new user.', schema: InvitedUser } },
    errors: ['account_not_found', 'email_in_use', 'too_many_attempts'],
    example: {
      body: { email: 'alex@shelter.example.org', name: 'Alex Moreno', role: 'counselor' },
      client: `const user = await store.users.create({\n  email: 'alex@shelter.example.org',\n  name: 'Alex Moreno',\n  role: 'counselor',\n})\nconsole.log(user.link) // Shown only now.`,
    },
    async handle(call) {
      const accountId = managedAccount(call.caller)
      let isRejected = false
      const reply = await idempotency.once(call, call.caller, async (trx) => {
        await users.checkInvitation(trx, call.caller, call.body)
        isRejected = accountId !== undefined && (await rejectedInvitations.isRejected(trx, accountId, call.body.email))
        if (isRejected) return { status: 409, body: '', changedNothing: true }
        const { user, token } = await users.invite(trx, call.caller, {
          ...call.body,
          language: languageOfCall(call),
        })
        const linkAt = (origin: string) => passwordLink(origin, token ?? '')
        const link = linkAt(call.origin)
        const mail = await userMails.invitation(trx, { user, link: linkAt(mailOrigin(call.origin)) }, call.caller)
        const invited = { ...user, ...mailStatusOf(mail) }
        return {
          status: 201,
          location: `/v1/users/${user.id}`,
          body: stringifyJson(invited),
          ...(isLinkShown(call.caller, isMailed) && {
            shownOnce: stringifyJson({ ...invited, link }),
          }),
        }
      })
      // Thrown only now, so that the attempt is counted.
      if (isRejected) throw userError('email_in_use')
      return reply
    },
  }),

  operation({
    ...shared,
    id: 'getUser',
    method: 'GET',
    path: '/users/{userId}',
    summary: 'Get a user',
    description: 'Returns the name, role and state of a user. Admins of an account see its users.',
    params: UserPath,
    returns: { 200: { description: 'The user.', schema: User } },
    errors: ['user_not_found'],
    example: {
      path: { userId: '1' },
      client: `const user = await store.users.get(1)\nconsole.log(user.role)`,
    },
    handle: async ({ params: { userId }, caller }) => {
      const user = await users.find(caller, userId)
      if (!user) throw userError('user_not_found')
      return resource(user, { etag: etagOfResource(user, versionOf(user)) })
    },
  }),

  operation({
    ...shared,
    id: 'updateUser',
    method: 'PATCH',
    path: '/users/{userId}',
    summary: 'Update a user',
    description:
      'Changes only the given fields. A new role applies from the next request, on every replica. `disabled: true` ' +
      'ends all sessions of the user at once. The last admin among the staff cannot be demoted or disabled ' +
      '(`last_admin`).',
    params: UserPath,
    body: UserPatch,
    mediaTypes: mergePatch,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The updated user.', schema: User } },
    errors: ['user_not_found', 'last_admin', 'precondition_failed'],
    guide: { name: 'single-sign-on', about: 'Roles from your single sign-on provider' },
    example: {
      path: { userId: '1' },
      body: { role: 'manager' },
      client: `await store.users.update(1, { role: 'manager' })`,
    },
    handle: async ({ author, params: { userId }, body, headers, caller }) => {
      const user = await users.update(author, caller, userId, body, headers['if-match'])
      return resource(user, { etag: etagOfResource(user, versionOf(user)) })
    },
  }),

  operation({
    ...shared,
    id: 'deleteUser',
    method: 'DELETE',
    path: '/users/{userId}',
    summary: 'Delete a user',
    description: "Ends all sessions of the user at once. The user's work is not deleted.",
    params: UserPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'The user is deleted.' } },
    errors: ['user_not_found', 'last_admin', 'precondition_failed'],
    example: { path: { userId: '1' }, client: `await store.users.remove(1)` },
    handle: async ({ author, params: { userId }, headers, caller }) => {
      await users.remove(author, caller, userId, headers['if-match'])
      return noContent
    },
  }),

  operation({
    ...shared,
    id: 'resetPassword',
    method: 'POST',
    path: '/users/{userId}/reset-password',
    summary: 'Create a link to reset a password',
    description:
      'The person gets the link by email. The response also contains it if you act for the store or if there is no ' +
      'mail server (`SMTP_URL`). It works once, within 7 days. For a user who signs in with single sign-on or a ' +
      'passkey, only staff can create a link (`insufficient_scope`). Earlier links for the user stop working; the ' +
      'current password works until the link is used. Unless you act for the store, one address gets at most 3 such ' +
      'links a day.',
    params: UserPath,
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The link.', schema: PasswordLink } },
    errors: ['user_not_found', 'too_many_attempts'],
    example: {
      path: { userId: '1' },
      client: `const { link } = await store.users.resetPassword(1)\nconsole.log(link) // Shown only now.`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const { userId } = call.params
        const { user, token } = await users.resetPassword(trx, call.caller, userId)
        const link = passwordLink(call.origin, token)
        const mailed = passwordLink(mailOrigin(call.origin), token)
        const mail = await userMails.passwordLink(trx, { user, link: mailed }, call.caller)
        return {
          status: 201,
          location: `/v1/users/${userId}`,
          body: stringifyJson(mailStatusOf(mail)),
          ...(isLinkShown(call.caller, isMailed) && {
            shownOnce: stringifyJson({ link, ...mailStatusOf(mail) }),
          }),
        }
      }),
  }),
]

/**
 * Anybody with the link could sign in as the person, so members do not get it if there is a mail
 * server.
 */
const isLinkShown = ({ actsForStore }: Caller, isMailed: boolean): boolean => actsForStore || !isMailed

const mailStatusOf = ({ isHeld }: { isHeld: boolean }): { mailStatus?: 'held' } =>
  isHeld ? { mailStatus: 'held' } : {}

/** The inviter's language is probably the language of both. */
const languageOfCall = ({ headers }: Pick<Call, 'headers'>): Language | undefined =>
  findPreferred(headers['accept-language'])
