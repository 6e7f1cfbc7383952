import { requestIdOf } from './entry-text.ts'
import { accountOf, detailsOf, type FinishedExchange, keyOf } from './finished-exchange.ts'
import { type EntryRow, rowOf } from './request-log.repository.ts'
import { NUMBERS, positionAt, type StoredEntry } from './stored-entry.ts'

/** An account with so many successes in a second has none of them logged. */
const TOO_MANY = 10
/** Failures of one code, key and second that have their own entry. */
const MAX_ALIKE = 10
/** The most entries that wait for a flush. */
const MAX_WAITING = 10_000

type Deps = {
  nowMs: () => number
  /** From 0 to 1: entries of other processes get other positions. */
  random: () => number
  /** Called for a request that is not logged because too many wait. */
  onDropped: () => void
}

/** Successes of one account, or failures of one code and key, in the current second. */
type Alike = { count: number; rows: EntryRow[]; others: StoredEntry | undefined }

export type RequestBuffer = ReturnType<typeof requestBuffer>

/**
 * The finished requests that wait for the log. Those of a second wait until it is over, because only then is it known
 * how many there were.
 */
export const requestBuffer = ({ nowMs, random, onDropped }: Deps) => {
  let number = Math.floor(random() * NUMBERS)
  let second = 0
  let successes = new Map<bigint, Alike>()
  let failures = new Map<string, Alike>()
  let ready: EntryRow[] = []
  /** Until when successes of an account are missing, in Unix milliseconds. */
  let unlogged = new Map<bigint, number>()
  let waiting = 0

  const endSecond = (): void => {
    for (const [accountId, { count, rows }] of successes) {
      if (count < TOO_MANY) ready.push(...rows)
      else unlogged.set(accountId, (second + 1) * 1_000)
    }
    for (const { count, rows, others } of failures.values()) {
      ready.push(...rows)
      if (others) {
        others.details.count = count - MAX_ALIKE
        ready.push(rowOf(others))
      }
    }
    successes = new Map()
    failures = new Map()
  }

  const entryOf = (
    exchange: FinishedExchange,
    response: { status: number; durationMs: number; timeMs: number },
  ): StoredEntry => {
    number = (number + 1) % NUMBERS
    waiting += 1
    return {
      position: positionAt(response.timeMs) + BigInt(number),
      accountId: accountOf(exchange),
      keyId: keyOf(exchange),
      status: response.status,
      operationId: exchange.route?.operation.id ?? '',
      requestId: requestIdOf(exchange.requestId),
      details: detailsOf(exchange, response.status, response.durationMs),
    }
  }

  return {
    add(exchange: FinishedExchange, status: number, durationMs: number): void {
      if (exchange.route?.operation.isUnlogged) return
      const isSuccess = status < 400
      // Without a caller it is a preflight, which nobody has sent on purpose.
      if (isSuccess && !exchange.caller) return
      const timeMs = nowMs()
      const now = Math.floor(timeMs / 1_000)
      if (now !== second) {
        endSecond()
        second = now
      }
      const accountId = accountOf(exchange)
      const alike = isSuccess
        ? groupOf(successes, accountId)
        : groupOf(failures, `${exchange.error?.code} ${keyOf(exchange) || -accountId}`)
      alike.count += 1
      if (isSuccess && alike.count >= TOO_MANY) waiting -= alike.rows.splice(0).length
      else if (alike.count > MAX_ALIKE + 1) return
      else if (waiting >= MAX_WAITING) onDropped()
      else {
        const entry = entryOf(exchange, { status, durationMs, timeMs })
        if (alike.count > MAX_ALIKE) alike.others = entry
        else alike.rows.push(rowOf(entry))
      }
    },

    /** Returns what can be logged, and empties the buffer. At the end, the current second counts as over. */
    take({ isLast = false } = {}) {
      if (isLast || Math.floor(nowMs() / 1_000) !== second) endSecond()
      const taken = { rows: ready, unloggedUntil: [...unlogged] }
      waiting -= ready.length
      ready = []
      unlogged = new Map()
      return taken
    },
  }
}

const groupOf = <Name>(groups: Map<Name, Alike>, name: Name): Alike => {
  let alike = groups.get(name)
  if (!alike) {
    alike = { count: 0, rows: [], others: undefined }
    groups.set(name, alike)
  }
  return alike
}
