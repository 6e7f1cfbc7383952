import type { Clock } from '../../platform/clock.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { addressBucket, countedUnder } from '../../requests/rate-limits/address.ts'

/** Uploads received or rendered at a time. */
const MOST = 200
/** Slots reserved for accounts without any upload. */
const RESERVED = 20
/** Concurrent uploads from one address, over all accounts. */
const MOST_OF_ADDRESS = 50
const WAIT_MS = 20_000
const RETRY_SECONDS = 5
/** An upload does not count as slow before this age. */
const MIN_AGE_MS = 2_000
const CHECK_MS = 500

/** The sender of a file. `most` is how many its account may send at a time. */
export type Uploader = { account: string; address: string; most: number }

export type UploadSlot = Disposable & {
  /** Aborted when the upload must give way to one of another account. */
  signal: AbortSignal
  /** More bytes have been received. */
  received(bytes: number): void
  /** The file is complete: from now on it does not give way. */
  complete(): void
}

type Pool = { name: string; most: number }

type Taken = {
  account: string
  pools: readonly Pool[]
  startedAtMs: number
  bytes: number
  /** Whether it may give way: it is still being received. */
  isReceiving: boolean
  giving: AbortController
}

type Waiter = Uploader & {
  pools: readonly Pool[]
  /** The upload that gives way to it. */
  victim: Taken | undefined
  begin: (slot: UploadSlot) => void
}

export type UploadSlots = ReturnType<typeof uploadSlots>

/**
 * Limits the disk and rendering that uploads use: in total, for each account by its plan, and for
 * each address. An upload waits for a slot. If all are taken, the slowest upload of the account
 * with the most gives way, so that slow senders cannot lock others out.
 */
export const uploadSlots = ({ clock }: { clock: Pick<Clock, 'steadyMs'> }) => {
  const taken = new Set<Taken>()
  const waiting = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined

  const countOf = (account: string): number =>
    taken.values().reduce((count, one) => count + (one.account === account ? 1 : 0), 0)

  const inPool = ({ name }: Pool): Taken[] => [...taken].filter(({ pools }) => pools.some((pool) => pool.name === name))

  /**
   * The uploads that block a waiting one; undefined if there is room, empty if none can give way.
   */
  const inTheWay = ({ account, most, pools }: Waiter): Taken[] | undefined => {
    const own = countOf(account)
    if (own >= most) return []
    if (taken.size >= (own === 0 ? MOST : MOST - RESERVED)) return [...taken]
    for (const pool of pools) {
      const others = inPool(pool)
      if (others.length >= pool.most) return others
    }
    return undefined
  }

  const giveWay = (waiter: Waiter, uploads: readonly Taken[]): void => {
    if (waiter.victim && taken.has(waiter.victim)) return
    const counts = new Map<string, number>()
    for (const { account } of uploads) counts.set(account, (counts.get(account) ?? 0) + 1)
    const most = Math.max(0, ...counts.values())
    const own = countOf(waiter.account)
    // Otherwise two accounts would take each other's slot in turn.
    if (own > 0 && own + 1 >= most) return
    const nowMs = clock.steadyMs()
    const [slowest] = uploads
      .filter(
        ({ account, isReceiving, startedAtMs, giving }) =>
          isReceiving &&
          !giving.signal.aborted &&
          account !== waiter.account &&
          counts.get(account) === most &&
          nowMs - startedAtMs >= MIN_AGE_MS,
      )
      .toSorted((one, other) => speedOf(one, nowMs) - speedOf(other, nowMs))
    if (!slowest) return
    waiter.victim = slowest
    slowest.isReceiving = false
    slowest.giving.abort(tooMany('This slow upload was stopped in favour of another account.'))
  }

  const begin = ({ account, pools }: Waiter): UploadSlot => {
    const upload: Taken = {
      account,
      pools,
      startedAtMs: clock.steadyMs(),
      bytes: 0,
      isReceiving: true,
      giving: new AbortController(),
    }
    taken.add(upload)
    return {
      signal: upload.giving.signal,
      received(bytes) {
        upload.bytes += bytes
      },
      complete() {
        upload.isReceiving = false
      },
      [Symbol.dispose]() {
        taken.delete(upload)
        admit()
      },
    }
  }

  /** Accounts with the fewest uploads come first, and among these the longest waiting. */
  const admit = (): void => {
    const waiters = [...waiting].map((waiter) => ({ waiter, own: countOf(waiter.account) }))
    for (const { waiter } of waiters.toSorted((one, other) => one.own - other.own)) {
      const uploads = inTheWay(waiter)
      if (uploads) giveWay(waiter, uploads)
      else {
        waiting.delete(waiter)
        waiter.begin(begin(waiter))
      }
    }
    if (waiting.size === 0) {
      clearInterval(timer)
      timer = undefined
    } else timer ??= setInterval(admit, CHECK_MS).unref()
  }

  /**
   * Waits for a slot, which is released when it is disposed. Throws `rate_limit_exceeded` after 20
   * s.
   */
  return (uploader: Uploader): Promise<UploadSlot> => {
    const { promise, resolve, reject } = Promise.withResolvers<UploadSlot>()
    const pools = countedUnder(addressBucket(uploader.address)).map(({ name, times }) => ({
      name,
      most: MOST_OF_ADDRESS * times,
    }))
    const late = setTimeout(() => {
      waiting.delete(waiter)
      reject(tooMany(`Your plan allows ${uploader.most} at a time, and one address ${MOST_OF_ADDRESS}.`))
    }, WAIT_MS)
    const waiter: Waiter = {
      ...uploader,
      pools,
      victim: undefined,
      begin(slot) {
        clearTimeout(late)
        resolve(slot)
      },
    }
    waiting.add(waiter)
    admit()
    return promise
  }
}

const speedOf = ({ bytes, startedAtMs }: Taken, nowMs: number): number => bytes / Math.max(1, nowMs - startedAtMs)

const tooMany = (why: string) =>
  requestError('rate_limit_exceeded', {
    message: `Too many files are being sent. ${why} Retry after \`Retry-After\` seconds.`,
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })
