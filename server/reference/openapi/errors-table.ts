import type { ErrorTable } from '../../requests/errors/api-error.ts'

/** Every error that a client can receive, by status, as a Markdown table. */
export const errorsTable = (errors: ErrorTable): string =>
  ['| Status | Code | Message | What to do |', '|---|---|---|---|']
    .concat(Object.entries(errors).toSorted(byStatus).map(row))
    .join('\n')

type Row = [code: string, definition: ErrorTable[keyof ErrorTable]]

const byStatus = ([, one]: Row, [, other]: Row): number => one.status - other.status

const row = ([code, { status, text, advice }]: Row): string => `| ${status} | \`${code}\` | ${text} | ${advice} |`
