import { userInfo } from 'node:os'

export const authorTypes = ['user', 'key', 'cli', 'system'] as const

/** In whose name something is done: who, and by which request. */
export type Author = {
  type: (typeof authorTypes)[number]
  /** Of a user or a key. */
  id?: bigint
  /** Of a user or a key: the name. On the command line: who is logged in. Of the system: the task. */
  name?: string
  /** Of a key, and of a user who is a member: their account. */
  accountId?: bigint
  requestId?: string
  address?: string
  /** Its changes are parts of one thing (a batch, an import), which is recorded as a change of its own. */
  isInBulk?: true
  /** No webhook receives the events of its changes. */
  isSilent?: true
}

/** Who asks for a change: permissions and display name. A `Call` is one. */
export type By<Who> = { caller: Who; author: Author }

type Request = {
  caller: ({ keyId: bigint; keyName: string } | { userId: bigint; userName: string }) & {
    accountId?: bigint | undefined
    /** Who belongs to no account. */
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

/** The command line and the service itself are no persons. */
export const isPerson = ({ type }: Author): boolean => type === 'user' || type === 'key'

/** Whoever runs a command. */
export const cliAuthor = (): Author => {
  const name = loginName()
  return { type: 'cli', ...(name !== undefined && { name }) }
}

/** What the service does by itself. */
export const systemAuthor = (task: string): Author => ({ type: 'system', name: task })

/** In a container, a process may run as a user that has no name. */
const loginName = (): string | undefined => {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
