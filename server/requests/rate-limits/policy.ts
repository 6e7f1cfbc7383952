import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { PlanLimits } from '../plans/plan.ts'
import { type Network, networkNames, networkTimes } from './address.ts'

export type WindowName = 'minute' | 'day'

/** A fixed window: at most `limit` requests in `lengthMs`, from the first of them on. */
export type WindowRule = { name: WindowName; limit: number; lengthMs: number }

/**
 * Windows that are counted together: for an account or address, for one of its keys, for one visitor of its pages, or
 * for the networks of an IPv6 address or visitor.
 */
export type RuleGroup = {
  of: 'account' | 'key' | 'visitor' | Network
  rules: readonly WindowRule[]
}

export type Policy = {
  /** Every window that a request is counted in, those of its account or address first; mostly there are no others. */
  groups: readonly RuleGroup[]
  /** The rules of all groups in one list. */
  rules: readonly WindowRule[]
  /** The value of `RateLimit-Policy`: the smallest limit of each window (IETF draft RateLimit header fields). */
  header: string
  /** All limits in one text, which identifies the policy. */
  limits: string
  /**
   * The policy for IPv6 addresses, which are also counted with their networks. Undefined if addresses are not counted.
   */
  ofNetworks?: Policy
}

export const lengthsMs = { minute: MINUTE_MS, day: DAY_MS } as const satisfies Record<WindowName, number>

/** The limits of a key, each below that of its account. */
export type KeyLimits = { perMinute?: number | undefined; perDay?: number | undefined }

/** The policy of an account's plan, narrowed to the limits of one of its keys. */
export const planPolicy = (plan: PlanLimits, key: KeyLimits = {}): Policy => policy(planGroups(plan, key))

/**
 * The limits of all publishable keys of an account together are those of its plan again, and each visitor gets a tenth
 * of a minute, so that no visitor of a page can block the others.
 */
export const publishablePolicy = (plan: PlanLimits, key: KeyLimits = {}): Policy => {
  const perMinute = Math.min(plan.perMinute, key.perMinute ?? Infinity)
  const share = Math.max(1, Math.floor(perMinute / VISITORS))
  return withNetworks([...planGroups(plan, key), { of: 'visitor', rules: [rule('minute', share)] }], share)
}

const VISITORS = 10

const planGroups = (plan: PlanLimits, key: KeyLimits): RuleGroup[] => {
  const rules = [rule('minute', plan.perMinute), rule('day', plan.perDay)]
  const own = [rule('minute', key.perMinute ?? Infinity), rule('day', key.perDay ?? Infinity)]
  // A limit that is not below the account's never decides anything.
  const tighter = own.filter(({ limit }, at) => limit < (rules[at]?.limit ?? 0))
  return [{ of: 'account', rules }, ...(tighter.length > 0 ? [keyGroup(tighter)] : [])]
}

const keyGroup = (rules: readonly WindowRule[]): RuleGroup => ({ of: 'key', rules })

/** The limits of a member of the staff. */
export const staffPolicy = (): Policy => planPolicy({ perMinute: 1_000, perDay: 100_000 })

/** The limits of an address without a valid key, and of visitors of the portal. */
export const addressPolicy = (perMinute: number): Policy =>
  withNetworks([{ of: 'account', rules: [rule('minute', perMinute)] }], perMinute)

const withNetworks = (groups: readonly RuleGroup[], perMinute: number): Policy => ({
  ...policy(groups),
  ofNetworks: policy([
    ...groups,
    ...networkNames.map((of) => ({ of, rules: [rule('minute', perMinute * networkTimes[of])] })),
  ]),
})

const rule = (name: WindowName, limit: number): WindowRule => ({
  name,
  limit,
  lengthMs: lengthsMs[name],
})

const policy = (groups: readonly RuleGroup[]): Policy => {
  const rules = groups.flatMap((group) => group.rules)
  return {
    groups,
    rules,
    header: [...new Set(rules.map(({ name }) => name))]
      .map((name) => {
        const limits = rules.filter((rule) => rule.name === name).map(({ limit }) => limit)
        return `"${name}";q=${Math.min(...limits)};w=${lengthsMs[name] / 1_000}`
      })
      .join(', '),
    limits: groups.flatMap(({ of, rules: own }) => own.map(({ name, limit }) => `${of} ${name} ${limit}`)).join(' '),
  }
}
