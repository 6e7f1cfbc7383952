import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Role } from '../../requests/access/role.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { Issued, SessionsService } from '../sessions/sessions.service.ts'
import type { NoteFailed } from '../sign-in/failed-sign-ins.ts'
import { signInError } from '../sign-in/sign-in.errors.ts'
import type { From } from '../sign-in/sign-in.service.ts'
import type { Ticket, Tickets } from '../sign-in/tickets.ts'
import { type UserChange, type UserRecord, userAuthor } from '../users/user.ts'
import type { UsersRepository, UsersService } from '../users/users.service.ts'
import { failureLog } from './failure-log.ts'
import { findUserIdByIdentity, type Identity, insertIdentity } from './identities.repository.ts'
import type { OidcConfig } from './oidc-config.ts'
import { type Claims, type Flow, type Provider, ProviderUnavailable } from './provider.ts'
import { claimOf, roleOf } from './role-claim.ts'

type Deps = {
  database: Database<UserChange | AccountChange, Author>
  clock: Clock
  config: OidcConfig
  provider: Provider
  tickets: Tickets
  users: Pick<UsersService, 'findInvited' | 'acceptInvitation' | 'setRole'>
  accounts: Pick<AccountsService, 'find'>
  records: Pick<UsersRepository, 'findUser'>
  sessions: Pick<SessionsService, 'start'>
  noteFailed: NoteFailed
  log: Pick<Logger, 'warn'>
}

/** Why nobody was signed in, as shown on the sign-in page. */
type SingleSignOnError =
  | 'sso_expired'
  | 'sso_refused'
  | 'sso_unavailable'
  | 'sso_not_invited'
  | 'sso_no_role'
  | 'sso_last_admin'
  | 'sso_passkey_required'

type Finished =
  | { issued: Issued }
  | { error: SingleSignOnError }
  /** The state in the browser after a member has invited the person, until the person accepts. */
  | { invitation: string }

/** An invitation that the person may accept. */
type OpenInvitation = { email: string; account: { name: string } }

/** How long a sign-in at the provider may take. */
export const FLOW_MS = 600_000

export type SingleSignOnService = ReturnType<typeof singleSignOnService>

/** Sign-in at an OpenID Connect provider. */
export const singleSignOnService = (deps: Deps) => {
  const { database, clock, config, provider, tickets, users, records, accounts } = deps
  const report = failureLog({ issuer: config.issuer, clock, log: deps.log })

  type Found = { user: UserRecord; isJoining?: boolean }

  /**
   * The user of an identity. A new identity is linked to the user invited at its verified address:
   * at once if staff sent the invitation, and with the person's consent if a member did, who may be
   * anybody.
   */
  const findOrLink = async (claims: Claims, author: Author): Promise<Found | undefined> => {
    const identity: Identity = { issuer: claims.iss, subject: claims.sub }
    const userId = await findUserIdByIdentity(database.read, identity)
    if (userId !== undefined) {
      const user = await records.findUser(database.read, userId)
      return user && { user }
    }
    const { email } = claims
    const isVerified = isTrue(claimOf(claims, config.emailVerifiedClaim))
    if (typeof email !== 'string' || !isVerified) return undefined
    return database.writeAs(author, async (trx) => {
      const user = await users.findInvited(trx, email)
      if (!user) return undefined
      if (user.unprovenSinceMs !== undefined) return { user, isJoining: true }
      await link(trx, user, identity)
      return { user }
    })
  }

  const link = async (trx: Trx<UserChange | AccountChange>, user: UserRecord, identity: Identity): Promise<void> => {
    await users.acceptInvitation(trx, user)
    await insertIdentity(trx.query, identity, { userId: user.id, nowMs: clock.nowMs() })
    trx.record({ kind: 'identity linked', userId: user.id })
  }

  /** A user who loses a role at the provider loses it here with the next sign-in. */
  const applyRole = async (user: UserRecord, role: Role, author: Author): Promise<void> => {
    if (role === user.role) return
    await database.writeAs(author, (trx) => users.setRole(trx, user.id, role))
  }

  const start = (user: UserRecord, ticket: Ticket, from: From): Promise<Issued | undefined> =>
    database.writeAs(userAuthor(user, from), async (trx) => {
      await trx.lock('users', user.id)
      const now = await records.findUser(trx.query, user.id)
      if (!now || now.disabledAtMs !== undefined) return undefined
      if (!(await tickets.use(trx, ticket))) return undefined
      return deps.sessions.start(trx, now, from, 'provider')
    })

  const signIn = async (claims: Claims, ticket: Ticket, from: From): Promise<Finished> => {
    const author = joining(from)
    const { roles } = config
    const role = roles && roleOf(claims, roles)
    // Before an identity is linked: a person without a role stays invited.
    if (roles && !role) return failed('sso_no_role', from)
    const found = await findOrLink(claims, author)
    if (!found) return failed('sso_not_invited', from)
    const { user } = found
    if (found.isJoining) return { invitation: invitationTo(user, claims, role) }
    if (user.disabledAtMs !== undefined) return failed('sso_refused', from, user.id)
    if (role) {
      try {
        await applyRole(user, role, author)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'last_admin') throw error
        return failed('sso_last_admin', from, user.id)
      }
    }
    const issued = await start(user, ticket, from).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'passkey_required') return 'passkey required' as const
      throw error
    })
    if (issued === 'passkey required') return failed('sso_passkey_required', from, user.id)
    return issued ? { issued } : failed('sso_expired', from, user.id)
  }

  /** A signed ticket, which is useful only while the invitation is open. */
  const invitationTo = (user: UserRecord, { iss, sub }: Claims, role: Role | undefined): string => {
    const value = { userId: String(user.id), issuer: iss, subject: sub, ...(role && { role }) }
    return tickets.make('join account', value, FLOW_MS)
  }

  const openInvitation = (sent: string | undefined): Ticket => {
    const ticket = tickets.open('join account', sent)
    if (!ticket) throw invitationIsOver()
    return ticket
  }

  const failed = (error: SingleSignOnError, from: From, userId?: bigint): Finished => {
    deps.noteFailed({ ...from, userId })
    return { error }
  }

  return {
    name: config.name,

    /**
     * The URL to send the browser to, and the ticket that it stores until it returns. Throws
     * `service_unavailable`.
     */
    async begin(): Promise<{ url: string; ticket: string }> {
      try {
        const { url, flow } = await provider.begin()
        return { url, ticket: tickets.make('single sign-on', flow, FLOW_MS) }
      } catch (error) {
        report(error)
        throw requestError('service_unavailable', { headers: { 'retry-after': '2' } })
      }
    },

    /**
     * The invitation of a browser that returned from the provider. Throws `invalid_credentials`.
     */
    async findInvitation(sent: string | undefined): Promise<OpenInvitation> {
      const { value } = openInvitation(sent)
      const user = await records.findUser(database.read, BigInt(value.userId ?? -1))
      const account = user?.accountId && (await accounts.find(user.accountId))
      if (!account) throw invitationIsOver()
      return { email: user.email, account: { name: account.name } }
    },

    /**
     * Accepts the invitation: links the identity and signs the person in. Throws
     * `invalid_credentials`.
     */
    join: (sent: string | undefined, from: From): Promise<Issued> => {
      const ticket = openInvitation(sent)
      const { issuer = '', subject = '', userId } = ticket.value
      return database.writeAs(joining(from), async (trx) => {
        await trx.lockName('users')
        await trx.lock('users', BigInt(userId ?? -1))
        const user = await records.findUser(trx.query, BigInt(userId ?? -1))
        const invited = user && (await users.findInvited(trx, user.email))
        const identity = { issuer, subject }
        const isKnown = (await findUserIdByIdentity(trx.query, identity)) !== undefined
        if (!invited || invited.id !== user.id || isKnown) throw invitationIsOver()
        if (!(await tickets.use(trx, ticket))) throw invitationIsOver()
        await link(trx, invited, identity)
        // `invitationTo` wrote it.
        if (ticket.value.role) await users.setRole(trx, user.id, ticket.value.role as Role)
        const joined = (await records.findUser(trx.query, user.id)) ?? invited
        return deps.sessions.start(trx, joined, from, 'provider')
      })
    },

    /** Signs the person in who returns with the ticket of the same browser. */
    async finish(query: string, sent: string | undefined, from: From): Promise<Finished> {
      const ticket = tickets.open('single sign-on', sent)
      if (!ticket) return { error: 'sso_expired' }
      let claims: Claims
      try {
        // `begin` wrote it.
        claims = await provider.finish(query, ticket.value as Flow)
      } catch (error) {
        report(error)
        if (error instanceof ProviderUnavailable) return { error: 'sso_unavailable' }
        return failed('sso_refused', from)
      }
      return signIn(claims, ticket, from)
    },
  }
}

/** Some providers send it as a string. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

const joining = ({ requestId, address }: From): Author => ({
  type: 'system',
  name: 'single sign-on',
  requestId,
  address,
})

const invitationIsOver = () =>
  signInError('invalid_credentials', {
    message: 'The invitation is no longer open. Sign in again, or ask for a new one.',
  })
