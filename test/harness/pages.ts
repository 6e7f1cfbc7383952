import type { RequestListener } from 'node:http'
import type { InjectOptions } from 'light-my-request'
import type { PortalPage } from '../../server/api/portal-page.ts'
import { ApiError } from '../../server/errors/api-error.ts'
import { Exchange } from '../../server/pipeline/exchange.ts'
import { responder } from '../../server/pipeline/responder.ts'
import { router } from '../../server/pipeline/router.ts'
import { createLogger } from '../../server/platform/log.ts'
import { inject } from './inject.ts'

/** Pages by themselves, reached at `http://docs.test`. */
export const servePages = (pages: PortalPage[]) => {
  const places = router([], pages)
  const { send, fail } = responder({
    log: createLogger('silent'),
    steadyMs: () => 0,
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
      if (!reply) throw new ApiError('route_not_found')
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
