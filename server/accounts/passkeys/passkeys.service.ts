import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import { type Database, NotUnique } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { Issued, SessionsService, SignedInHere } from '../sessions/sessions.service.ts'
import type { NoteFailed } from '../sign-in/failed-sign-ins.ts'
import { signInError } from '../sign-in/sign-in.errors.ts'
import type { From } from '../sign-in/sign-in.service.ts'
import type { Ticket, Tickets } from '../sign-in/tickets.ts'
import type { PasskeyPolicy } from '../users/passkey-policy.ts'
import { type UserChange, userAuthor } from '../users/user.ts'
import type { UsersRepository } from '../users/users.service.ts'
import type { Authenticators } from './authenticators.ts'
import { passkeyError } from './passkey.errors.ts'
import type { Authentication, Passkey, PasskeyRecord, Registration } from './passkey.ts'
import {
  deletePasskey,
  findPasskeyByCredential,
  insertPasskey,
  listPasskeys,
  markPasskeyUsed,
} from './passkeys.repository.ts'

type Deps = {
  database: Database<UserChange | AccountChange, Author>
  clock: Clock
  random: (size: number) => Uint8Array
  authenticators: Authenticators
  tickets: Tickets
  records: Pick<UsersRepository, 'findUser'>
  policy: PasskeyPolicy
  sessions: Pick<SessionsService, 'start' | 'isValid' | 'markPasskeyIn' | 'endOthersIn'>
  noteFailed: NoteFailed
}

/** How long the user may take to respond to the browser's prompt. */
export const CHALLENGE_MS = 300_000
/** The limit for each user. */
const MAX_PASSKEYS = 20
/** A passkey works for years, so adding one requires a recent sign-in. */
const RECENT_MS = 900_000

export type PasskeysService = ReturnType<typeof passkeysService>

/** Sign-in with an authenticator (WebAuthn) instead of a password. */
export const passkeysService = (deps: Deps) => {
  const { database, clock, authenticators, tickets, records, sessions } = deps

  /** Captures the ticket that a challenge contains. */
  const challengeOf = (open: (text: string) => Ticket | undefined) => {
    const found: { ticket?: Ticket | undefined } = {}
    const isOurs = (text: string): boolean => {
      found.ticket = open(text)
      return found.ticket !== undefined
    }
    return { found, isOurs }
  }

  const checkRecent = ({ session }: SignedInHere): void => {
    if (clock.nowMs() - session.createdAtMs >= RECENT_MS) throw passkeyError('recent_sign_in_required')
  }

  const signInWith = (
    passkey: PasskeyRecord,
    { counter, ticket, from }: { counter: number; ticket: Ticket; from: From },
    author: Author,
  ): Promise<Issued | undefined> =>
    database.writeAs(author, async (trx) => {
      await trx.lock('users', passkey.userId)
      const user = await records.findUser(trx.query, passkey.userId)
      const now = await findPasskeyByCredential(trx.query, passkey.credentialId)
      if (!user || user.disabledAtMs !== undefined || now?.id !== passkey.id) return undefined
      // Another request was first; if the counters are equal, one comes from a copied
      // authenticator.
      const isAhead = counter > now.counter || (counter === 0 && now.counter === 0)
      if (!isAhead || !(await tickets.use(trx, ticket))) return undefined
      await markPasskeyUsed(trx.query, { id: now.id, counter, nowMs: clock.nowMs() })
      return sessions.start(trx, user, from, 'passkey')
    })

  return {
    /** For `navigator.credentials.create()`. Throws `recent_sign_in_required`. */
    async creationOptions(here: SignedInHere): Promise<object> {
      checkRecent(here)
      const { user, session } = here
      const known = await listPasskeys(database.read, user.id)
      const bound = { user: String(user.id), session: String(session.id) }
      const challenge = tickets.make('new passkey', bound, CHALLENGE_MS)
      return authenticators.creationOptions(user, known, challenge)
    },

    /** Adds the passkey that the browser has created, in the session that requested it. */
    async add(
      here: SignedInHere,
      { name, credential }: { name: string; credential: Registration },
      from: From,
    ): Promise<Passkey> {
      checkRecent(here)
      const { user, session } = here
      const { found, isOurs } = challengeOf((text) => {
        const ticket = tickets.open('new passkey', text)
        return ticket?.value.session === String(session.id) ? ticket : undefined
      })
      const verified = await authenticators.verifyRegistration(credential, isOurs)
      const { ticket } = found
      if (!verified || !ticket) throw notAccepted()
      const { transports = [] } = credential.response
      const createdAtMs = clock.nowMs()
      const made = { ...verified, userId: user.id, name, transports, createdAtMs }
      const added = await database.writeAs(userAuthor(user, from), async (trx) => {
        await trx.lock('users', user.id)
        // A new password may have ended the session and removed all passkeys.
        if (!(await sessions.isValid(trx, here))) throw requestError('session_expired')
        const own = await listPasskeys(trx.query, user.id)
        if (own.length >= MAX_PASSKEYS) throw tooMany()
        if (!(await tickets.use(trx, ticket))) throw notAccepted()
        trx.record({ kind: 'passkey added', userId: user.id })
        // Somebody else may have signed in with the password, and must not get what the passkey
        // protects.
        if (own.length === 0 && deps.policy.appliesTo(user)) await sessions.endOthersIn(trx, here)
        await sessions.markPasskeyIn(trx, here)
        return insertPasskey(trx.query, made).catch((error: unknown) => {
          throw error instanceof NotUnique ? notAccepted() : error
        })
      })
      return shown(added)
    },

    list: async ({ user }: SignedInHere): Promise<Passkey[]> => (await listPasskeys(database.read, user.id)).map(shown),

    /** Throws `passkey_not_found`. */
    remove: ({ user }: SignedInHere, id: bigint, from: From): Promise<void> =>
      database.writeAs(userAuthor(user, from), async (trx) => {
        const isRemoved = await deletePasskey(trx.query, { id, userId: user.id })
        if (!isRemoved) throw passkeyError('passkey_not_found')
        trx.record({ kind: 'passkey removed', userId: user.id })
      }),

    /**
     * For `navigator.credentials.get()`, with the secret that binds the challenge to this browser.
     */
    async requestOptions(): Promise<{ options: object; secret: string }> {
      const secret = Buffer.from(deps.random(32)).toString('base64url')
      const challenge = tickets.make('passkey sign-in', { secret: digest(secret) }, CHALLENGE_MS)
      return { options: await authenticators.requestOptions(challenge), secret }
    },

    /** Signs in the passkey's owner. Throws `invalid_credentials`. */
    async signIn(sent: Authentication, secret: string | undefined, from: From): Promise<Issued> {
      const { found, isOurs } = challengeOf((text) => {
        const ticket = tickets.open('passkey sign-in', text)
        return secret !== undefined && ticket?.value.secret === digest(secret) ? ticket : undefined
      })
      const passkey = await findPasskeyByCredential(database.read, sent.id)
      const owner = passkey && (await records.findUser(database.read, passkey.userId))
      const counter = passkey && (await authenticators.verifyAuthentication(sent, passkey, isOurs))
      const { ticket } = found
      const issued =
        owner && passkey && counter !== undefined && ticket
          ? await signInWith(passkey, { counter, ticket, from }, userAuthor(owner, from))
          : undefined
      if (issued) return issued
      deps.noteFailed({ ...from, userId: owner?.id })
      throw signInError('invalid_credentials', {
        message: 'This passkey is unknown or was not accepted. Try again.',
      })
    },
  }
}

const digest = (secret: string): string => hash('sha256', secret, 'base64url')

const shown = ({ id, name, createdAtMs, lastUsedAtMs }: PasskeyRecord): Passkey => ({
  id,
  name,
  createdAt: showTime(createdAtMs),
  ...(lastUsedAtMs !== undefined && { lastUsedAt: showTime(lastUsedAtMs) }),
})

const notAccepted = () =>
  validationFailed([
    {
      field: 'credential',
      code: 'invalid_value',
      message: 'does not match what this page requested, or was already used. Start again.',
    },
  ])

const tooMany = () =>
  validationFailed([
    {
      field: 'credential',
      code: 'invalid_value',
      message: `exceeds the limit of ${MAX_PASSKEYS} passkeys per person: remove one first`,
    },
  ])
