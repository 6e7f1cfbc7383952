import bearerAuth from '@fastify/bearer-auth'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'

export const fastifyWithKeys = async () => {
  const app = Fastify()
  await app.register(rateLimit, {
    max: 1_000_000_000,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.headers.authorization,
  })
  await app.register(bearerAuth, { keys: new Set([process.env.KEY]) })
  return app
}
