import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { commonHeaders, isolation } from '../../platform/http/cors.ts'
import { type ListenAddress, listen } from '../../platform/http/listen.ts'
import { requestIds } from '../../platform/http/request-head.ts'
import { ownSurface } from '../../requests/api/surface.ts'
import { requestError } from '../../requests/errors/request.errors.ts'

/** Upgrading the database may take minutes; everything else takes less than a second. */
const RETRY_AFTER_SECONDS = '2'
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 8_000

/**
 * Listens before the service is ready: a port in use ends the start before anything is changed, and load balancers see
 * a process that is alive but not ready. The service takes over the port (`listen(server, early)`). Every response
 * closes its connection, so that no client stays with this server.
 */
export const listenEarly = async (at: ListenAddress): Promise<Server> => {
  const nextRequestId = requestIds(randomBytes)
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => respond(request, response, nextRequestId(request)),
  )
  await listen(server, at)
  return server
}

const respond = (request: IncomingMessage, response: ServerResponse, requestId: string): void => {
  const isHealth = /^\/healthz(?:\?|$)/.test(request.url ?? '')
  const error = requestError('service_unavailable', {
    message: 'The service is starting. Retry shortly.',
  })
  response.writeHead(isHealth ? 200 : error.statusCode, {
    ...commonHeaders,
    ...Object.fromEntries([isolation]),
    ...(!isHealth && { 'retry-after': RETRY_AFTER_SECONDS }),
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': ownSurface.errorType,
    'x-request-id': requestId,
  })
  response.end(isHealth ? '{"status":"ok"}' : ownSurface.errorText(error, { requestId, operationId: undefined }))
}
