import type { SignedEntry } from './audit-chain.ts'

/** Why it is a break: the head has no valid signature, or entries are missing. */
export type BreakKind = 'signature' | 'entries'

/** An entry which records that the log was not as a process knew it. */
export type Break = {
  id: bigint
  /** Undefined for breaks that an earlier version has recorded. */
  kind: BreakKind | undefined
  /** The newest entry that existed before, as far as known. */
  lastId: bigint
}

/** Breaks that an operator has accepted. */
export type AcceptedBreaks = {
  /** The id of the entry that accepts them. */
  id: bigint
  timeMs: number
  /** The operating system account, if it has a name. */
  by?: string
  reason: string
  count: number
  first: bigint
  last: bigint
}

/** Collects the breaks of a log and their acceptances, given its entries in order. */
export const auditBreaks = () => {
  const open: Break[] = []
  const accepted: AcceptedBreaks[] = []
  return {
    open: open as readonly Break[],
    accepted: accepted as readonly AcceptedBreaks[],

    add: (entry: SignedEntry): void => void open.push(breakOf(entry)),

    /** Accepts the breaks from the one named by the entry up to the entry itself. */
    accept(entry: SignedEntry): void {
      const from = entry.target_id ?? entry.id
      const at = open.findIndex(({ id }) => id >= from)
      const covered = at === -1 ? [] : open.splice(at)
      const [first, last] = [covered[0], covered.at(-1)]
      if (!first || !last) return
      accepted.push({
        id: entry.id,
        timeMs: Number(entry.time),
        ...(entry.actor_name !== null && { by: entry.actor_name }),
        reason: entry.fields ?? '',
        count: covered.length,
        first: first.id,
        last: last.id,
      })
    },
  }
}

const kinds: readonly (string | null)[] = ['signature', 'entries'] satisfies BreakKind[]

const breakOf = ({ id, fields, target_id }: SignedEntry): Break => ({
  id,
  kind: kinds.includes(fields) ? (fields as BreakKind) : undefined,
  lastId: target_id ?? id,
})

export const breakText = ({ id, kind, lastId }: Break): string => {
  if (kind === 'entries')
    return `when entry ${id} was written, entries up to ${lastId} were missing, as after a failover that lost transactions or with an older copy of the database`
  if (kind === 'signature')
    return `when entry ${id} was written, the head of the log had no valid signature: it was changed, or a replica has another key`
  return `when entry ${id} was written, the head of the log had no valid signature, or was an earlier one`
}
