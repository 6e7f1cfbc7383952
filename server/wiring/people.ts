import { randomBytes } from 'node:crypto'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { NoteRead } from '../audit/audit-reads.ts'
import type { Config } from '../config.ts'
import type { Replicas } from '../replicas.ts'
import { sessionsRepository } from '../sessions/sessions.repository.ts'
import { type SessionsService, sessionsService } from '../sessions/sessions.service.ts'
import { failedSignIns } from '../sign-in/failed-sign-ins.ts'
import { hashing } from '../sign-in/hashing.ts'
import { memoryAttempts } from '../sign-in/memory-attempts.ts'
import { signInService } from '../sign-in/sign-in.service.ts'
import { usersRepository } from '../users/users.repository.ts'
import { type UsersService, usersService } from '../users/users.service.ts'
import { keyAgeMs } from './accounts.ts'
import type { Parts, Routine } from './parts.ts'

const PURGE_MS = 600_000
/** People are let out within a second, also where this process is not notified of it: Redis may be away. */
const SESSION_AGE_MS = 1_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'database'>
  accounts: AccountsService
}

/** People and what they are signed in by. */
export const wirePeople = ({ config, database, clock, accounts }: Deps) => {
  const sessions = sessionsService({
    ...{ database, clock, sessions: sessionsRepository, users: usersRepository },
    random: randomBytes,
    maxAgeMs: Math.min(SESSION_AGE_MS, keyAgeMs(config)),
  })
  const users = usersService({
    ...{ database, clock, accounts, users: usersRepository },
    random: randomBytes,
    endSessionsOf: sessions.endAllIn,
  })
  const routines: Routine[] = [
    { everyMs: PURGE_MS, run: sessions.purge },
    { everyMs: PURGE_MS, run: users.purgeLinks },
  ]
  return { users, sessions, routines }
}

type SignInDeps = Pick<Parts, 'database' | 'clock'> & {
  users: UsersService
  sessions: SessionsService
  replicas: Replicas | undefined
  noteRead: NoteRead
}

/** How people sign in. */
export const wireSignIn = (deps: SignInDeps) => {
  const { database, clock, users, sessions, replicas, noteRead: note } = deps
  const ownAttempts = memoryAttempts(clock)
  return signInService({
    ...{ database, users, sessions, records: usersRepository },
    attempts: replicas?.attempts(ownAttempts) ?? ownAttempts,
    hashing: hashing(),
    noteFailed: failedSignIns({ note, clock }),
    random: randomBytes,
  })
}
