import { type PlanName, planNames, plans } from '../../requests/plans/plan.ts'

/** The plans and what they allow, as a Markdown table. */
export const plansTable = (): string =>
  ['| Plan | Requests per minute | Requests per day |', '|---|---|---|'].concat(planNames.map(row)).join('\n')

const row = (name: PlanName): string => {
  const { perMinute, perDay } = plans[name]
  // Those of an enterprise account are set individually; its figures here are the default.
  const limits = name === 'enterprise' ? ['custom', 'custom'] : [perMinute, perDay].map(grouped)
  return `| ${name.charAt(0).toUpperCase()}${name.slice(1)} | ${limits.join(' | ')} |`
}

/** 1,000: by hand, as the runtime's own formatter costs 5 MB for as long as the program runs. */
const grouped = (count: number): string =>
  count < 1_000 ? String(count) : `${grouped(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`
