import type { RequestListener } from 'node:http'
import type { InjectOptions } from 'light-my-request'
import { protocolError } from '../../server/platform/http/http-error.ts'
import { createLogger } from '../../server/platform/log.ts'
import type { PortalPage } from '../../server/requests/api/portal-page.ts'
import { Exchange } from '../../server/requests/pipeline/exchange.ts'
import { responder } from '../../server/requests/pipeline/responder.ts'
import { router } from '../../server/requests/pipeline/router.ts'
import { inject } from './inject.ts'

/** Serves pages without the rest of the service, at `http://docs.test`. */
export const servePages = (pages: PortalPage[]) => {
  const places = router([], pages)
  const { send, fail } = responder({
    log: createLogger('silent'),
    steadyMs: () => 0,
    hstsSeconds: 0,
    findSchemaFault: async () => undefined,
    observer: { responded() {}, lineOf: () => ({}) as never },
  })
  const handle: RequestListener = async (request, response) => {
    const found = places.find('GET', request.url ?? '')
    const about = { requestId: 'test', startedAtMs: 0, addressOf: () => '127.0.0.1' }
    const exchange = new Exchange(request, response, about)
    exchange.origin = 'http://docs.test'
    exchange.params = found?.params ?? {}
    try {
      const reply = await found?.store?.page?.handle(exchange)
      if (!reply) throw protocolError('route_not_found')
      send(exchange, reply)
    } catch (error) {
      fail(exchange, error)
    }
  }
  return {
    inject: (what: string | InjectOptions) => inject(handle, what),
    async [Symbol.asyncDispose]() {},
  }
}
