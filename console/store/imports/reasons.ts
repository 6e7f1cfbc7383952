import type { Import, ImportOptions, ImportReport, ImportSummary } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

type ReportLine = ImportReport['lines'][number]

/** Why rows were refused, or values left out: lines of the report with the same field and message. */
export type Reason = {
  kind: 'refused' | 'value'
  field: string
  message: string
  lines: number
  examples: { line: number; value: string }[]
}

/** An option that would have made values readable, and one of them. */
export type Need = {
  option: keyof Pick<ImportOptions, 'dateOrder' | 'currency' | 'weightUnit'>
  sample: string
  values: number
}

/** Enough to see what is wrong with a file; the complete report is for a spreadsheet. */
const MAX_PAGES = 5
const PAGE = 100
const MAX_EXAMPLES = 5

export type Findings = { reasons: Reason[]; needs: Need[]; isComplete: boolean }

/** The first lines of the report, grouped by reason. */
export const useFindings = (of: Import, { refused, valuesLeftOut }: ImportSummary) => {
  const store = useStore()
  return useQuery({
    // Another check has another report.
    queryKey: queryKeys.importReport(of.id, of.updatedAt),
    enabled: refused + valuesLeftOut > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Findings> => {
      const lines: ReportLine[] = []
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const after = lines.at(-1)?.position ?? 0
        const report = await store.imports.report(of.id, { after, limit: PAGE }, { signal })
        lines.push(...report.lines)
        if (lines.length >= report.count || report.lines.length === 0) {
          return { ...findingsIn(lines), isComplete: true }
        }
      }
      return { ...findingsIn(lines), isComplete: false }
    },
  })
}

const findingsIn = (lines: readonly ReportLine[]): Omit<Findings, 'isComplete'> => {
  const reasons = new Map<string, Reason>()
  const needs = new Map<Need['option'], Need>()
  for (const { line, field, code, message, value } of lines) {
    const option = neededFor(message)
    if (option) {
      const { sample, values } = needs.get(option) ?? { sample: value, values: 0 }
      needs.set(option, { option, sample, values: values + 1 })
    }
    if (countedCodes.includes(code)) continue
    const kind = valueCodes.includes(code) ? 'value' : 'refused'
    const id = JSON.stringify([kind, field, message])
    const reason = reasons.get(id) ?? { kind, field, message, lines: 0, examples: [] }
    reason.lines += 1
    if (reason.examples.length < MAX_EXAMPLES) reason.examples.push({ line, value })
    reasons.set(id, reason)
  }
  const sorted = [...reasons.values()].toSorted((one, other) => other.lines - one.lines)
  return { reasons: sorted, needs: [...needs.values()] }
}

/** Animals that have left are listed by their status, and merged rows are only counted. */
const countedCodes: readonly string[] = ['left_shelter', 'merged_row']

/** The codes of values that are left out of an imported animal. */
const valueCodes: readonly string[] = ['not_imported', 'photo_not_fetched']

/** A message names the option that would have made a value readable. */
const options: readonly [RegExp, Need['option']][] = [
  [/\bset (?:--date-order|dateOrder)\b/, 'dateOrder'],
  [/\bset (?:--weight-unit|weightUnit)\b/, 'weightUnit'],
  [/^has no currency/, 'currency'],
]

const neededFor = (message: string): Need['option'] | undefined =>
  options.find(([pattern]) => pattern.test(message))?.[1]
