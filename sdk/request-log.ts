import type { ListOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { RequestEntry, RequestQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for the request log (docs/guides/request-log.md). */
export type RequestLogCalls = ReturnType<typeof requestLogCalls>

export const requestLogCalls = (send: Send) => ({
  /** Lists requests to the API, newest first. Awaitable, and iterable over all pages. */
  list: (query?: RequestQuery, options?: ListOptions): List<RequestEntry> =>
    list(send, { operation: 'listRequests', path: '/requests', query }, options),

  /** Gets the newest request with an `X-Request-Id`, such as that of an `ApiError`. Throws `request_not_found`. */
  get: (requestId: string, options?: ReadOptions): Call<RequestEntry> =>
    send({ operation: 'getRequest', path: `/requests/${inPath(requestId)}` }, options),
})
