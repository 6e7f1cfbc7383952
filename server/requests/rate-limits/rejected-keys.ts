import type { Logger } from '../../platform/log.ts'

type RejectedKey = {
  code: string
  /** Undefined for an unknown key. */
  keyId: bigint | undefined
  address: string
}

/** The most addresses and keys that one line names; others are only counted. */
const MAX_NAMED = 5
/** The number of addresses that are counted separately in a distributed attack. */
const MAX_COUNTED = 1_000

export type RejectedKeys = ReturnType<typeof rejectedKeys>

/**
 * Logs the requests whose key was rejected: the first at once, and later ones in one line per minute, however many
 * they are.
 */
export const rejectedKeys = (log: Logger) => {
  let counts = emptyCounts()
  let isQuiet = true

  const report = (): void => {
    isQuiet = counts.codes.size === 0
    if (isQuiet) return
    const { codes, addresses, keyIds } = counts
    counts = emptyCounts()
    log.warn(
      {
        refused: Object.fromEntries(codes),
        addresses: most(addresses),
        ...(keyIds.size > 0 && { keyIds: most(keyIds) }),
      },
      'keys refused',
    )
  }

  return {
    note({ code, keyId, address }: RejectedKey): void {
      add(counts.codes, code)
      add(counts.addresses, address)
      if (keyId !== undefined) add(counts.keyIds, String(keyId))
      if (!isQuiet) return
      report()
    },
    /** Must be called once a minute. */
    report,
  }
}

const emptyCounts = () => ({
  codes: new Map<string, number>(),
  addresses: new Map<string, number>(),
  keyIds: new Map<string, number>(),
})

const add = (counts: Map<string, number>, name: string): void => {
  if (!counts.has(name) && counts.size >= MAX_COUNTED) return
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const most = (counts: Map<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_NAMED))
