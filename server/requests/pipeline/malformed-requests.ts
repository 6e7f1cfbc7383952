import type { Socket } from 'node:net'
import { isReceivingFile } from '../../platform/http/file-upload.ts'
import type { HttpError } from '../../platform/http/http-error.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { isAfterLast, parserFault, sendRawError } from '../../platform/http/raw-error.ts'
import { ownSurface, type Surface } from '../api/surface.ts'
import { addressBucket } from '../rate-limits/address.ts'
import { countRejection, type DecisionCounts } from '../rate-limits/decision-counts.ts'
import { type Limiter, limitHeaders } from '../rate-limits/limiter.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { Observer } from './observer.ts'

type Deps = {
  limiter: Pick<Limiter, 'take'>
  addressPolicy: Policy
  counts: DecisionCounts
  observer: Pick<Observer, 'raw'>
  nextRequestId: () => string
  surfaces: readonly Surface[]
}

/** Counts, logs and responds to input that could not be parsed. */
export const respondToMalformed = (
  { server, queues }: HttpServer,
  { limiter, addressPolicy, counts, observer, nextRequestId, surfaces }: Deps,
): void => {
  const limitsOf = async (address: string): Promise<Record<string, string>> => {
    const decision = await limiter.take({ address: addressBucket(address) }, addressPolicy)
    if (decision.allowed) counts.allowed += 1
    else countRejection(counts, decision)
    return limitHeaders(decision, addressPolicy)
  }
  const reject = async (socket: Socket, fault: HttpError): Promise<void> => {
    if (!queues.stop(socket)) return
    const address = socket.remoteAddress ?? ''
    const requestId = nextRequestId()
    try {
      const contentFor = (url = '') => {
        const { errorType, errorText } = surfaces.find((one) => one.has(url)) ?? ownSurface
        return { type: errorType, body: errorText(fault, { requestId, operationId: undefined }) }
      }
      const headers = await limitsOf(address)
      const isSent = await sendRawError({ socket, queues }, fault, {
        requestId,
        contentFor,
        headers,
      })
      if (isSent) observer.raw({ requestId, status: fault.statusCode, address })
    } catch {
      socket.destroy()
    }
  }
  server.on('clientError', (error, socket) => {
    if (isAfterLast(error)) return
    const { code } = error as { code?: string }
    // The sockets of a TCP server are of `node:net`.
    const connection = socket as Socket
    const isTimeout = code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (isTimeout && (isReceivingFile(connection) || queues.extend(connection))) return
    void reject(connection, parserFault(error))
  })
}
