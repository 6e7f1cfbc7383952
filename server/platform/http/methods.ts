import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { ApiError } from './errors.ts'

/** Every method Node can read, so that an unusual one on a known path is 405 and not 404. CONNECT is no request. */
const allMethods = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

/**
 * Watches the routes of `app`; the function it returns, called after the last of them, answers the methods they
 * leave out: OPTIONS with 204, any other with 405, both with `Allow`.
 */
export const otherMethods = (app: FastifyInstance): (() => void) => {
  const taken = new Map<string, Set<string>>()
  const collect = ({ url, method }: RouteOptions) => {
    const methods = taken.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    taken.set(url, methods)
  }
  app.addHook('onRoute', collect)
  for (const method of allMethods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }

  return () => {
    for (const [url, methods] of [...taken]) {
      const allow = [...methods, 'OPTIONS'].join(', ')
      app.route({
        method: allMethods.filter((method) => !methods.has(method)),
        url: url.slice(app.prefix.length) || '/',
        schema: { hide: true },
        onRequest: ({ method }, reply, done) => {
          if (method !== 'OPTIONS') {
            return done(new ApiError('method_not_allowed', { headers: { allow } }))
          }
          reply.code(204).header('allow', allow).send()
        },
        handler: () => {},
      })
    }
  }
}
