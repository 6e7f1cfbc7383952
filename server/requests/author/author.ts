import { userInfo } from 'node:os'

export const authorTypes = ['user', 'key', 'cli', 'system'] as const

/** The author of a change, and the request that made it. */
export type Author = {
  type: (typeof authorTypes)[number]
  /** For a user or a key. */
  id?: bigint
  /** For a user or a key, its name; for a command, the login name; for the system, the task. */
  name?: string
  /** For a key, and for a user who is a member: their account. */
  accountId?: bigint
  requestId?: string
  address?: string
  /** Its changes are parts of one operation (a batch, an import), which is recorded as a change itself. */
  isInBulk?: true
  /** Webhooks do not receive the events of its changes. */
  isSilent?: true
}

/** The caller with its permissions, and the author of the changes. A `Call` has both. */
export type By<Who> = { caller: Who; author: Author }

type Request = {
  caller: ({ keyId: bigint; keyName: string } | { userId: bigint; userName: string }) & {
    accountId?: bigint | undefined
    /** Whether the user belongs to no account. */
    isStaff?: boolean
  }
  requestId: string
  address: string
}

export const authorOf = ({ caller, requestId, address }: Request): Author => ({
  ...('userId' in caller
    ? { type: 'user', id: caller.userId, name: caller.userName }
    : { type: 'key', id: caller.keyId, name: caller.keyName }),
  ...(caller.accountId !== undefined && !caller.isStaff && { accountId: caller.accountId }),
  requestId,
  address,
})

/** Whether the author is a user or a key, and not a command or the service itself. */
export const isPerson = ({ type }: Author): boolean => type === 'user' || type === 'key'

/** The author of changes that a command makes. */
export const cliAuthor = (): Author => {
  const name = loginName()
  return { type: 'cli', ...(name !== undefined && { name }) }
}

/** The author of changes that the service makes by itself. */
export const systemAuthor = (task: string): Author => ({ type: 'system', name: task })

/** In a container, a process may run as a user without a name. */
const loginName = (): string | undefined => {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
