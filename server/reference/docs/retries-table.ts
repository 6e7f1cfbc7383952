import { retryDelaysMs } from '../../feed/webhooks/delivery.ts'

/** When a webhook's delivery is attempted, as a Markdown table. */
export const retriesTable = (): string =>
  ['| Attempt | Wait after the last one |', '|---|---|', '| 1 | none |']
    .concat(retryDelaysMs.map((delayMs, at) => `| ${at + 2} | ${durationOf(delayMs)} |`))
    .join('\n')

const durationOf = (ms: number): string => {
  const minutes = ms / 60_000
  if (minutes < 1) return `${ms / 1_000} s`
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`
}
