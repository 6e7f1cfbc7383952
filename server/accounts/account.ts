import { type PlanLimits, type PlanName, plans } from '../plans/plan.ts'

/** Who calls: one customer, whose keys share one plan and its limits. */
export type Account = {
  id: bigint
  name: string
  plan: PlanName
  createdAtMs: number
} & PlanLimits

export type NewAccount = {
  name: string
  plan: PlanName
  /** Limits of their own are for enterprise accounts only. */
  limits?: PlanLimits | undefined
}

export const accountLimits = (plan: PlanName, own: Partial<PlanLimits>): PlanLimits => ({
  perMinute: own.perMinute ?? plans[plan].perMinute,
  perDay: own.perDay ?? plans[plan].perDay,
})
