import { issuesOf, pathOf, requestIdOf, unknownPathOf, userAgentOf } from './entry-text.ts'
import { accountOf, type FinishedRequest, keyOf } from './finished-request.ts'
import type { BufferedRequest } from './request-buffer.ts'
import { NUMBERS, positionAt, type RequestEntry, type StoredEntry } from './request-entry.ts'

/** Turns requests into entries. Entries of other processes get other positions: `random` is from 0 to 1. */
export const entryWriter = (random: () => number) => {
  // Half of the numbers are left, so that those of one millisecond do not begin again.
  let number = Math.floor((random() * NUMBERS) / 2)

  return ({ request, count }: BufferedRequest): StoredEntry => {
    const { route } = request
    const error = request.status < 400 ? undefined : request.error
    number = (number + 1) % NUMBERS
    const userAgent = userAgentOf(request.userAgent)
    const rateLimit = windowOf(request)
    return {
      position: positionAt(request.timeMs) + BigInt(number),
      accountId: accountOf(request),
      keyId: keyOf(request),
      status: request.status,
      operationId: route?.operation.id ?? '',
      requestId: requestIdOf(request.requestId),
      details: {
        method: request.method,
        path: route ? pathOf(route.path, request.params) : unknownPathOf(request.url),
        ...(error && { code: error.code }),
        ...(error?.errors?.length && {
          errors: issuesOf(error.errors, route?.fieldNames() ?? noNames),
        }),
        durationMs: Math.round(request.durationMs * 10) / 10,
        ...(userAgent !== undefined && { userAgent }),
        ...(rateLimit && { rateLimit }),
        ...(request.isDeprecated && { deprecated: true }),
        ...(count !== undefined && { count }),
      },
    }
  }
}

const noNames: ReadonlySet<string> = new Set()

/** The window that rejected the request, or else the one with the smallest share left. */
const windowOf = ({ decision }: FinishedRequest): RequestEntry['rateLimit'] => {
  if (!decision) return undefined
  const { windows, rejectedBy } = decision
  const rejecting = windows.find(({ name }) => rejectedBy.includes(name))
  const shown =
    rejecting ??
    windows.reduce<(typeof windows)[number] | undefined>(
      (least, one) =>
        !least || one.remaining / one.limit < least.remaining / least.limit ? one : least,
      undefined,
    )
  return shown && { window: shown.name, remaining: Math.max(0, shown.remaining) }
}
