import type { Decision } from './limiter.ts'

/** How many requests were allowed, and why others were not. */
export type DecisionCounts = Record<'allowed' | 'refused_minute' | 'refused_day' | 'banned', number>

export const noDecisions = (): DecisionCounts => ({
  allowed: 0,
  refused_minute: 0,
  refused_day: 0,
  banned: 0,
})

export const countRejection = (counts: DecisionCounts, decision: Decision): void => {
  if (decision.ban) counts.banned += 1
  else if (decision.rejectedBy.includes('day')) counts.refused_day += 1
  else counts.refused_minute += 1
}
