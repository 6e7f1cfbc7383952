import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'

/**
 * The opener of a stream: a key, or the session of a user with a role; and the plan, which limits the number of
 * streams.
 */
export type StreamCaller = {
  keyId?: bigint
  sessionId?: bigint
  role?: string
  plan: string
  expiresAtMs: number | undefined
}

type Deps = {
  clock: Clock
  isBanned: (keyId: bigint) => boolean
  /** Lists the callers that have ended, or whose permissions have changed. */
  listStopped: (callers: readonly StreamCaller[]) => Promise<readonly StreamCaller[]>
  log: Logger
}

/** The client then reconnects, and its key and limits are checked again. */
const MAX_OPEN_MS = 3_600_000
/** The longest time a stream survives a change of its key that this process was not notified of. */
const CHECK_MS = 5_000

type Open = { caller: StreamCaller; ended: AbortController; openedAtMs: number }

/** Ends streams whose key or session has ended. */
export const streamWatch = ({ clock, isBanned, listStopped, log }: Deps) => {
  const open = new Set<Open>()
  let checkedAtMs = clock.steadyMs()

  const endIf = (isOver: (stream: Open) => boolean): void => {
    for (const stream of open) if (isOver(stream)) stream.ended.abort()
  }

  const checking = oneAtATime(
    'streams.check',
    async () => {
      // A caller is the same object as long as nothing about it has changed, so many streams may share it.
      const callers = [...new Set([...open].map(({ caller }) => caller))]
      checkedAtMs = clock.steadyMs()
      if (callers.length === 0) return
      const stopped = new Set(await listStopped(callers))
      endIf(({ caller }) => stopped.has(caller))
    },
    log,
  )

  return {
    /** Returns a function that removes it. */
    add(caller: StreamCaller, ended: AbortController): () => void {
      const stream = { caller, ended, openedAtMs: clock.steadyMs() }
      open.add(stream)
      // The key may have ended since it was checked.
      void checking.run()
      return () => void open.delete(stream)
    },

    checkKeys: checking.run,

    sweep(): void {
      const [nowMs, steadyMs] = [clock.nowMs(), clock.steadyMs()]
      endIf(
        ({ caller: { keyId, expiresAtMs }, openedAtMs }) =>
          steadyMs - openedAtMs >= MAX_OPEN_MS ||
          (expiresAtMs !== undefined && nowMs >= expiresAtMs) ||
          (keyId !== undefined && isBanned(keyId)),
      )
      if (steadyMs - checkedAtMs >= CHECK_MS) void checking.run()
    },

    count: (): number => open.size,

    endAll: (): void => endIf(() => true),
  }
}
