import {
  accountOf,
  BUSY,
  type FinishedRequest,
  type FinishedRequests,
  keyOf,
  SAMPLE,
} from './finished-request.ts'
import { MAX_SUCCESSES } from './request-entry.ts'

/** Failures of one code, key and second that have their own entry. */
const MAX_ALIKE = 10
/** The most failures, and the most successes, that wait for a flush. */
const MAX_WAITING = 5_000
/** For an account with at least `BUSY` successes between two flushes, only the newest few are logged. */
const MAX_OF_BUSY = 100

type Deps = {
  finished: FinishedRequests
  nowMs: () => number
  /** Called for requests that are not logged because there are too many. */
  onDropped: (count: number) => void
}

/** A request that will be an entry. */
export type BufferedRequest = {
  request: FinishedRequest
  /** Its place among all requests. */
  order: number
  /** How many requests it represents, if it counts others. */
  count: number | undefined
}

/** The requests since the last flush that may be logged. */
export const requestBuffer = ({ finished, nowMs, onDropped }: Deps) => {
  let order = 0
  let failures: BufferedRequest[] = []
  let alike = new Map<string, Alike>()
  let second = 0
  let successes = new Map<bigint, Newest>()
  let waitingSuccesses = 0

  /** Entries that count others can be written once their second is over. */
  const endSecond = (): void => {
    for (const { others } of alike.values()) if (others) failures.push(others)
    alike = new Map()
  }

  const addFailure = (request: FinishedRequest): void => {
    const now = Math.floor(request.timeMs / 1_000)
    if (now !== second) {
      endSecond()
      second = now
    }
    const name = `${request.error?.code} ${keyOf(request) || -accountOf(request)}`
    const group = alike.get(name)
    if (group?.others) {
      group.others.count += 1
      return
    }
    if (failures.length + alike.size >= MAX_WAITING) {
      onDropped(1)
      return
    }
    if (!group) alike.set(name, { logged: 1, others: undefined })
    else if (group.logged < MAX_ALIKE) group.logged += 1
    else {
      group.others = { request, order, count: 1 }
      return
    }
    failures.push({ request, order, count: undefined })
  }

  const addSuccess = (request: FinishedRequest): void => {
    const accountId = accountOf(request)
    let newest = successes.get(accountId)
    if (!newest) {
      newest = { requests: [], next: 0, seen: 0 }
      successes.set(accountId, newest)
    }
    newest.seen += 1
    const buffered = { request, order, count: undefined }
    if (newest.requests.length === MAX_SUCCESSES) {
      newest.requests[newest.next] = buffered
      newest.next = (newest.next + 1) % MAX_SUCCESSES
    } else if (waitingSuccesses < MAX_WAITING) {
      newest.requests.push(buffered)
      waitingSuccesses += 1
    } else onDropped(1)
  }

  const newestOf = ({ requests, next, seen }: Newest): BufferedRequest[] => {
    if (seen < BUSY) return requests
    onDropped(MAX_SUCCESSES - MAX_OF_BUSY)
    return [...requests.slice(next), ...requests.slice(0, next)].slice(-MAX_OF_BUSY)
  }

  const sort = (): void => {
    for (const request of finished.waiting) {
      order += 1
      if (request.route?.operation.isUnlogged) continue
      if (request.status >= 400) addFailure(request)
      // Without a caller it is a preflight, which nobody has sent on purpose.
      else if (request.caller) addSuccess(request)
    }
    finished.waiting = []
  }

  return {
    sort,

    /** Returns what waits, oldest first, and empties the buffer. At the end, nothing more is counted in an entry. */
    take({ isLast = false } = {}): BufferedRequest[] {
      sort()
      const skipped = Math.max(0, finished.successes - BUSY)
      if (skipped > 0) onDropped(skipped - Math.floor(skipped / SAMPLE))
      finished.successes = 0
      if (isLast || Math.floor(nowMs() / 1_000) !== second) endSecond()
      const newest = [...successes.values()].flatMap(newestOf)
      const taken = [...failures, ...newest].sort((one, other) => one.order - other.order)
      failures = []
      successes = new Map()
      waitingSuccesses = 0
      return taken
    },
  }
}

/** Failures of one code and key in the current second. */
type Alike = { logged: number; others: (BufferedRequest & { count: number }) | undefined }

/** The newest successes of an account. Once the list is full, `next` is the oldest. */
type Newest = { requests: BufferedRequest[]; next: number; seen: number }
