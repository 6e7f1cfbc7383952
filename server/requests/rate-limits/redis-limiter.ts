import type { Clock } from '../../platform/clock.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Redis } from '../../platform/redis/client.ts'
import { networksOf } from './address.ts'
import type { BanRules } from './ban.ts'
import type { DayWindows } from './day-windows.ts'
import {
  addressOf,
  bannableKey,
  type Cost,
  type Decision,
  type Limiter,
  oneRequest,
  policyFor,
  type Subject,
} from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import type { Policy, RuleGroup, WindowRule } from './policy.ts'
import { decisionScript, decisions, readScriptResult, type ScriptResult } from './redis-decision.ts'
import { type Owner, ownerOf } from './stored-windows.ts'

type Deps = {
  redis: Redis
  /** Decides while Redis does not respond, and always knows the bans. */
  fallback: MemoryLimiter
  clock: Clock
  banRules: BanRules
  /** The known day windows, in case Redis loses them. */
  days?: Pick<DayWindows, 'of' | 'learn' | 'load'> | undefined
  /** Asked for in the round trip of the decisions. */
  news?: News
  /** Called for each ban, once it is stored. */
  onBan?: () => unknown
  /** Called for each decision that is made locally because Redis does not respond. */
  onFallback?: (() => void) | undefined
  /** For tests: replaces the time of Redis. */
  timeMs?: () => number
}

/** Changes that this process must learn of from Redis before it serves cached data. */
type News = {
  /** Lua that defines `newsSince(key, key, known)`. */
  text: string
  keys: [string, string]
  /**
   * Returns the arguments for it, and a function that handles its reply and returns whether this process is up to
   * date.
   */
  ask(): Question
}
type Question = { known: string; learn(reply: unknown): boolean }

/** Under load a replica waits this long between two calls to Redis, so that each covers more requests. */
const PAUSE_MS = 1

type DecisionRequest = { subject: Subject; policy: Policy; cost: Cost; isCounting: boolean }
type Waiting = DecisionRequest & { resolve: (decision: Decision | Promise<Decision>) => void }
/** Requests of one key that one run of the script decides. */
type Group = DecisionRequest & { waiting: Waiting[] }

/**
 * The limiter of several processes: one script decides, by the clock of Redis, for all requests of a key that are
 * waiting. If Redis does not respond in time, this process decides on its own, starting from the last reply of Redis.
 * Its counts from that time are not added later.
 */
export const redisLimiter = (deps: Deps): Limiter => {
  const { redis, fallback, clock, banRules, days, news, timeMs } = deps
  const { onBan = () => {}, onFallback = () => {} } = deps
  const script = decisionScript(banRules, news?.text)

  const run = async (
    { subject, policy, cost, isCounting, waiting }: Group,
    question: Question | undefined,
  ): Promise<ScriptResult> => {
    const bannable = bannableKey(subject)
    const known = bannable && fallback.knownBan(bannable.keyId)
    const { counters, beside, own } = keysOf(redis, subject)
    const { network56 = counters, network48 = counters } = networkKeys(redis, subject)
    const keys = [counters, beside, own, network56, network48]
    const reply = await redis.run(
      script,
      [...keys, ...(news && question ? news.keys : [])],
      [
        timeMs ? String(timeMs()) : '',
        String(isCounting ? waiting.length : 0),
        bannable ? String(bannable.keyId) : '',
        known ? String(Math.ceil(known.endsInMs)) : '',
        known ? String(known.level) : '',
        String(cost.total),
        String(cost.paid),
        question?.known ?? '',
        ...counted(subject, policy).flatMap(({ rule: { name, limit, lengthMs }, owner, at }) => {
          const day = name === 'day' && owner ? days?.of(owner) : undefined
          const known = day ? [String(day.openedAtMs), String(day.used)] : ['', '']
          return [at, slots[name], String(limit), String(lengthMs), ...known]
        }),
      ],
    )
    return readScriptResult(reply)
  }

  /** Saved before the response, so that neither Redis nor this process can lose it. */
  const keepBan = async (subject: Subject, level: number, { ban }: Decision): Promise<void> => {
    const key = bannableKey(subject)
    if (!ban || !key) return
    const { keyId, accountId } = key
    await fallback.adoptBan({ keyId, accountId, untilMs: ban.untilMs, level })
    await onBan()
  }

  const noteDays = ({ subject, policy }: Group, { windows, nowMs, isRestored }: ScriptResult): void => {
    for (const [at, { rule, owner }] of counted(subject, policy).entries()) {
      const day = windows[at]
      if (!days || !owner || !day || rule.name !== 'day' || day.openedAtMs === 0) continue
      const known = days.of(owner)
      const isKnown = known && nowMs - known.openedAtMs < rule.lengthMs
      const isNews = isRestored || (day.openedAtMs === nowMs && !isKnown)
      days.learn(owner, day, nowMs)
      // Other replicas may have counted more, or earlier. If the database does not respond, it is asked again the next
      // time.
      if (isNews) days.load(owner, nowMs).catch(() => {})
    }
  }

  const decide = async (group: Group, running: Promise<ScriptResult>, isCurrent: Promise<boolean>): Promise<void> => {
    const { subject, policy, waiting } = group
    const sentAtMs = clock.nowMs()
    const result = await running
    const isCatalogueCurrent = await isCurrent
    const readAtMs = clock.nowMs()
    const { decisionAt, counted: states } = decisions(result, group, { sentAtMs, readAtMs })
    const last = decisionAt(waiting.length - 1)
    fallback.adoptWindows(subject, policy, states)
    noteDays(group, result)
    if (result.isNewBan) await keepBan(subject, result.banLevel, last)
    for (const [at, { resolve }] of waiting.entries()) {
      const decision = decisionAt(at)
      if (isCatalogueCurrent) decision.isCatalogueCurrent = true
      resolve(decision)
    }
  }

  const decideAlone = ({ subject, policy, cost, isCounting }: DecisionRequest): Decision | Promise<Decision> => {
    if (!isCounting) return fallback.peek(subject, policy)
    onFallback()
    return fallback.take(subject, policy, cost)
  }

  const enqueue = inBatches<Waiting>(
    async (batch) => {
      const found = groups(batch)
      const question = news?.ask()
      const running = found.map((group, at) => ({
        group,
        result: run(group, at === 0 ? question : undefined),
      }))
      // Sent together with the scripts, after the last of the requests arrived: one reply serves all of them.
      const learned = question && running[0]?.result.then((result) => question.learn(result.news))
      const isCurrent = learned?.catch(() => false) ?? Promise.resolve(false)
      const decided = running.map(({ group, result }) =>
        decide(group, result, isCurrent).catch(() => {
          for (const waiting of group.waiting) waiting.resolve(Promise.try(decideAlone, waiting))
        }),
      )
      await Promise.all(decided)
    },
    { pauseMs: PAUSE_MS, clock },
  )

  const ask = (request: DecisionRequest): Decision | Promise<Decision> =>
    redis.isUp() ? new Promise((resolve) => enqueue({ ...request, resolve })) : decideAlone(request)

  return {
    take: (subject, policy, cost = oneRequest) =>
      ask({ subject, policy: policyFor(subject, policy), cost, isCounting: true }),
    peek: (subject, policy) =>
      ask({ subject, policy: policyFor(subject, policy), cost: oneRequest, isCounting: false }),
  }
}

type Counted = { rule: WindowRule; owner: Owner | undefined; at: string }

/** Each window that a request is counted in, in the order of the script's arguments, with its owner and its key. */
const counted = (subject: Subject, { groups }: Policy): Counted[] =>
  groups.flatMap(({ of, rules }) => rules.map((rule) => ({ rule, owner: ownerOf(subject, of), at: places[of] })))

/** The index of the script's key that has the windows of a group. */
const places = {
  account: '1',
  visitor: '2',
  key: '3',
  network56: '4',
  network48: '5',
} as const satisfies Record<RuleGroup['of'], string>

/** The script's names for the fields of a window. */
const slots = { minute: '1', day: '2' } as const

/**
 * Separates requests that cannot be decided together: by subject, by whether they only peek, and by limits, which may
 * just have changed.
 */
const groups = (batch: Waiting[]): Group[] => {
  const found = new Map<string, Group>()
  for (const waiting of batch) {
    const { subject, policy, cost, isCounting } = waiting
    const name = `${nameOf(subject)} ${isCounting} ${cost.total} ${cost.paid} ${policy.limits}`
    const group = found.get(name)
    if (group) group.waiting.push(waiting)
    else found.set(name, { subject, policy, cost, isCounting, waiting: [waiting] })
  }
  return [...found.values()]
}

const nameOf = (subject: Subject): string => {
  if ('address' in subject) return subject.address
  if ('userId' in subject) return `user ${subject.userId}`
  const key = `${subject.accountId}:${subject.keyId}`
  return 'visitor' in subject ? `${key}:${subject.visitor}` : key
}

/** Removes a lifted ban from Redis, now or as soon as it responds. */
export const forgetRedisBan = (
  redis: Pick<Redis, 'prefix' | 'ensure'>,
  { accountId, keyId }: { accountId: bigint; keyId: bigint },
): Promise<boolean> => {
  const { counters } = keysOf(redis, { accountId, keyId })
  return redis.ensure(`lift ${keyId}`, (send) => send(['HDEL', counters, `until${keyId}`, `level${keyId}`]))
}

/** Replicas of earlier versions use the same keys, so the braces must stay. */
const keysOf = ({ prefix }: Pick<Redis, 'prefix'>, subject: Subject) => {
  if ('address' in subject) return besides(`${prefix}{ip:${subject.address}}`)
  if ('userId' in subject) return besides(`${prefix}{user:${subject.userId}}`)
  const account = `${prefix}{${subject.accountId}}`
  if (subject.keyId === undefined) return besides(account)
  const own = `${account}:${subject.keyId}:own`
  if (!('visitor' in subject)) return { counters: account, beside: `${account}:${subject.keyId}`, own }
  const counters = `${account}:pub`
  // Its visitors have windows where other keys have strikes.
  return { counters, beside: `${counters}:${subject.visitor}`, own }
}

/** The keys for the networks of an IPv6 address, or of an account's visitor who has one. */
const networkKeys = ({ prefix }: Pick<Redis, 'prefix'>, subject: Subject) => {
  const networks = networksOf(addressOf(subject) ?? '')
  if (!networks) return {}
  const key = (network: string): string =>
    'accountId' in subject ? `${prefix}{${subject.accountId}}:pub:${network}` : `${prefix}{ip:${network}}`
  return { network56: key(networks.network56), network48: key(networks.network48) }
}

/** For subjects that cannot be banned and have no windows themselves. */
const besides = (counters: string) => ({
  counters,
  beside: `${counters}:`,
  own: `${counters}::own`,
})
