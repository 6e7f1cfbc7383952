import { readFileSync } from 'node:fs'
import type { Clock } from '../platform/clock.ts'
import type { Redis } from '../platform/redis/client.ts'
import { type Script, script } from '../platform/redis/script.ts'
import type { BanRules } from './ban.ts'
import type { Limiter, Subject, Verdict } from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import type { Policy, WindowName } from './policy.ts'
import type { WindowState } from './window.ts'

type Deps = {
  redis: Redis
  /** Decides while Redis does not answer, and knows the bans at all times. */
  fallback: MemoryLimiter
  clock: Clock
  banRules: BanRules
  /** The version of the catalogue, asked for in the round trip of the decision. */
  catalogueVersion?: () => Promise<number | undefined>
  /** Told of a ban that was made, once it is stored. */
  onBan?: () => unknown
  /** Told of each decision that is made here, as Redis does not answer. */
  onFallback?: (() => void) | undefined
  /** The time in place of that of Redis, to move it in tests. */
  timeMs?: () => number
}

/**
 * The limiter of many processes: one script decides each request, by the clock of Redis. When Redis does not answer in
 * time, this process decides by itself, going on from what Redis told last; what it then counts is not added up later.
 */
export const redisLimiter = (deps: Deps): Limiter => {
  const { redis, fallback, clock, banRules, onBan = () => {}, onFallback = () => {}, timeMs } = deps
  const catalogueVersion = deps.catalogueVersion ?? (() => Promise.resolve(undefined))
  const decision = decisionScript(banRules)
  const limitsOf = new WeakMap<Policy, string[]>()

  const limitArguments = (policy: Policy): string[] => {
    const known = limitsOf.get(policy)
    if (known) return known
    const limits = policy.rules.flatMap(({ limit, lengthMs }) => [String(limit), String(lengthMs)])
    limitsOf.set(policy, limits)
    return limits
  }

  const ask = (subject: Subject, policy: Policy, isCounting: boolean): Promise<unknown> => {
    const keyId = 'keyId' in subject ? String(subject.keyId) : ''
    const known = 'keyId' in subject ? fallback.knownBan(subject.keyId) : undefined
    const counters = countersKey(redis, subject)
    return redis.run(
      decision,
      [counters, `${counters}:${keyId}`],
      [
        timeMs ? String(timeMs()) : '',
        isCounting ? '1' : '0',
        keyId,
        known ? String(Math.ceil(known.endsInMs)) : '',
        known ? String(known.level) : '',
        ...limitArguments(policy),
      ],
    )
  }

  /** Stored before it is answered, so that neither Redis nor this process can lose it. */
  const keepBan = async (subject: Subject, level: number, { ban }: Verdict): Promise<void> => {
    if (!ban || !('keyId' in subject)) return
    const { keyId, accountId } = subject
    await fallback.adoptBan({ keyId, accountId, untilMs: ban.untilMs, level })
    await onBan()
  }

  const decide = async (
    subject: Subject,
    policy: Policy,
    asked: [Promise<unknown>, Promise<number | undefined>],
  ): Promise<Verdict> => {
    const sentAtMs = clock.nowMs()
    const answer = readAnswer(await asked[0])
    const version = await asked[1].catch(() => undefined)
    const verdict = verdictOf(answer, policy, { sentAtMs, readAtMs: clock.nowMs() })
    fallback.adoptWindows(subject, policy, verdict.windows)
    if (version !== undefined) verdict.catalogueVersion = version
    if (answer.isNewBan) await keepBan(subject, answer.banLevel, verdict)
    return verdict
  }

  const decideOr = (
    fallBack: (subject: Subject, policy: Policy) => Verdict | Promise<Verdict>,
    isCounting: boolean,
  ) => {
    const alone = (subject: Subject, policy: Policy) => {
      if (isCounting) onFallback()
      return fallBack(subject, policy)
    }
    return (subject: Subject, policy: Policy): Verdict | Promise<Verdict> => {
      if (!redis.isUp()) return alone(subject, policy)
      const version = catalogueVersion()
      version.catch(() => {})
      const asked = ask(subject, policy, isCounting)
      return decide(subject, policy, [asked, version]).catch(() => alone(subject, policy))
    }
  }

  return { take: decideOr(fallback.take, true), peek: decideOr(fallback.peek, false) }
}

/** Makes Redis forget a ban that was lifted, now or as soon as it answers. */
export const forgetRedisBan = (
  redis: Pick<Redis, 'prefix' | 'ensure'>,
  { accountId, keyId }: { accountId: bigint; keyId: bigint },
): Promise<boolean> => {
  const key = countersKey(redis, { accountId, keyId })
  return redis.ensure(`lift ${keyId}`, (send) =>
    send(key, ['HDEL', key, `until${keyId}`, `level${keyId}`]),
  )
}

/** In braces is what the slot of a cluster is chosen by: all keys of an account are on one node. */
const countersKey = ({ prefix }: Pick<Redis, 'prefix'>, subject: Subject): string =>
  'address' in subject ? `${prefix}{ip:${subject.address}}` : `${prefix}{${subject.accountId}}`

/** The script with the figures of the rules in front: they are the same for each of its runs. */
const decisionScript = (rules: BanRules): Script => {
  const text = readFileSync(new URL('redis-limiter.lua', import.meta.url), 'utf8')
  const { strikes, strikeWindowMs, graceMs, firstMs, maxMs, memoryMs } = rules
  return script(
    `local BAN = { strikes = ${strikes}, strikeWindow = ${strikeWindowMs}, grace = ${graceMs}, first = ${firstMs}, max = ${maxMs}, memory = ${memoryMs} }\n${text}`,
  )
}

type Answer = {
  isRefused: boolean
  isNewBan: boolean
  /** Time of Redis. */
  nowMs: number
  /** 0: none is in force. */
  banUntilMs: number
  banLevel: number
  /** In the order of the policy; `openedAtMs` is 0 of a window that is not open. */
  windows: { used: number; openedAtMs: number }[]
}

const readAnswer = (reply: unknown): Answer => {
  // The script returns whole numbers, nine of them.
  const [isRefused, isNewBan, nowMs, banUntilMs, banLevel, used1, opened1, used2, opened2] =
    reply as [number, number, number, number, number, number, number, number, number]
  return {
    isRefused: isRefused === 1,
    isNewBan: isNewBan === 1,
    nowMs,
    banUntilMs,
    banLevel,
    windows: [
      { used: used1, openedAtMs: opened1 },
      { used: used2, openedAtMs: opened2 },
    ],
  }
}

/** A wall clock here that differs from that of Redis by more is the one that clients are told. */
const CLOCKS_AGREE_MS = 1_000

const nobody: readonly WindowName[] = []

const verdictOf = (
  answer: Answer,
  policy: Policy,
  { sentAtMs, readAtMs }: { sentAtMs: number; readAtMs: number },
): Verdict => {
  const { nowMs, banUntilMs, isRefused } = answer
  // The time of Redis, told by all processes alike, does not waver with the way of its answer.
  const doAgree = nowMs >= sentAtMs - CLOCKS_AGREE_MS && nowMs <= readAtMs + CLOCKS_AGREE_MS
  const toldNowMs = doAgree ? nowMs : readAtMs
  const windows = policy.rules.map(({ name, limit, lengthMs }, at): WindowState => {
    const { used, openedAtMs } = answer.windows[at] ?? { used: 0, openedAtMs: 0 }
    const resetsInMs = openedAtMs === 0 ? lengthMs : openedAtMs + lengthMs - nowMs
    const remaining = Math.max(0, limit - used)
    return { name, limit, remaining, resetAtMs: toldNowMs + resetsInMs, resetsInMs }
  })
  const full = ({ remaining }: WindowState) => remaining === 0
  const refusedBy = isRefused ? windows.filter(full).map(({ name }) => name) : nobody
  if (banUntilMs === 0) return { allowed: !isRefused, windows, refusedBy }
  const endsInMs = banUntilMs - nowMs
  return { allowed: false, windows, refusedBy, ban: { untilMs: toldNowMs + endsInMs, endsInMs } }
}
