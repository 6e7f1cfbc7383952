import { InvalidArgumentError } from 'commander'
import type { SignedWebhook } from '../mod.ts'
import type { CommandContext } from './remote.ts'

/** The response of a receiver, or the reason why there was none. */
type Outcome = { status: number } | { error: string }

/** As long as the service waits for a response. */
const TIMEOUT_MS = 15_000

/** Sends a webhook to a receiver, as the service would: redirects are not followed. */
export const send = async (
  { fetch }: Pick<CommandContext, 'fetch'>,
  url: URL,
  { body, headers }: SignedWebhook,
): Promise<Outcome> => {
  try {
    const response = await fetch(url.href, {
      method: 'POST',
      headers: { ...headers, 'user-agent': 'animal-adoption-store-webhooks/1' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

/** The message `fetch failed` says nothing, but its cause does. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1_000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || String((cause as NodeJS.ErrnoException).code ?? error.message)
}

/** For a line about a delivery. */
export const outcomeText = (outcome: Outcome): string =>
  'status' in outcome ? String(outcome.status) : `not delivered: ${outcome.error}`

/** The same for each run with a key, so that a receiver has to be configured only once. It reveals nothing of the key. */
export const secretOf = async (key: string): Promise<string> => {
  const { subtle } = globalThis.crypto
  const bytes = new TextEncoder().encode(`webhooks listen ${key}`)
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return `whsec_${btoa(String.fromCharCode(...digest))}`
}

/** The URL of a receiver. */
export const readUrl = (text: string): URL => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new InvalidArgumentError('It must be an http or https URL, such as http://localhost:4000.')
}
