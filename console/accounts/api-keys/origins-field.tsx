import { Textarea } from '@mantine/core'
import { fieldError } from '../../platform/error-messages.ts'

const MAX_ORIGINS = 20
const itemFields = Array.from({ length: MAX_ORIGINS }, (_, at) => `allowedOrigins.${at}`)

/** The error fields that are shown here. */
export const originFields = ['allowedOrigins', ...itemFields]

/** One origin a line, as the API takes them. */
export const originsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type OriginsFieldProps = { text: string; error: unknown; onChange: (text: string) => void }

/** Which web pages may use a publishable key. */
export const OriginsField = ({ text, error, onChange }: OriginsFieldProps) => (
  <Textarea
    label="Web pages"
    description="The origins of the pages that may use the key, one per line. Leave empty for an app that is not a web page"
    placeholder="https://www.example.org"
    autosize
    minRows={2}
    autoComplete="off"
    value={text}
    error={originsError(error, originsIn(text))}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const originsError = (error: unknown, origins: readonly string[]): string | undefined => {
  const at = itemFields.findIndex((field) => fieldError(error, field) !== undefined)
  if (at < 0) return fieldError(error, 'allowedOrigins')
  return `${origins[at] ?? ''} ${fieldError(error, `allowedOrigins.${at}`)}`
}
