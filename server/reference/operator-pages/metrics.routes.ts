import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isolation } from '../../platform/http/cors.ts'
import type { HttpError } from '../../platform/http/http-error.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import { errorBody } from '../../requests/errors/error-body.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { ReadMetrics } from './metrics.text.ts'

const PATH = '/metrics'

/** `/metrics` on the public port: only for requests from this machine. */
export const metricsPages = (readMetrics: ReadMetrics): PortalPage[] => [
  {
    path: PATH,
    isFree: true,
    async handle({ request }) {
      if (!isDirect(request)) return undefined
      const { contentType, text } = await readMetrics()
      return { status: 200, type: contentType, body: text }
    },
  },
]

/** A server with nothing but `/metrics`, for a network that only the operator reaches. */
export const metricsServer = (readMetrics: ReadMetrics, nextRequestId: () => string): Server => {
  const server = createServer(async (request, response) => {
    const send = (status: number, contentType: string, text: string) =>
      response
        .writeHead(status, {
          'content-type': contentType,
          'content-length': Buffer.byteLength(text),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...Object.fromEntries([isolation]),
          connection: 'close',
        })
        .end(request.method === 'HEAD' ? '' : text)
    const fail = (error: HttpError) =>
      send(error.statusCode, 'application/json; charset=utf-8', stringifyJson(errorBody(error, nextRequestId())))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      fail(requestError('method_not_allowed'))
    } else if (request.url?.split('?')[0] !== PATH) {
      fail(protocolError('route_not_found'))
    } else {
      await readMetrics().then(
        ({ contentType, text }) => send(200, contentType, text),
        () => fail(requestError('internal_error')),
      )
    }
  })
  return server
}

/** Headers that a proxy or a browser's page adds. */
const foreign = /^(?:forwarded|x-forwarded-.*|x-real-ip|via|origin)$/

/** Checks the host name too: a page whose host name resolves to this machine must not read it in a browser here. */
const isDirect = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  isLoopbackName(headers.host ?? '') &&
  !Object.keys(headers).some((name) => foreign.test(name))

const isLoopbackName = (host: string): boolean => {
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase()
  return name === 'localhost' || name === '[::1]' || isLoopback(name)
}

const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)
