import type { FastifyReply } from 'fastify'

/** The text of an answer, by the serialiser that Fastify compiled from the route's own schema for `status`. */
export const serialize = (reply: FastifyReply, status: number, value: unknown): string => {
  const write = reply.getSerializationFunction(String(status), 'application/json')
  if (!write) throw new Error(`the route has no schema for ${status}`)
  // Fastify's type speaks of objects, where its serialisers take any value of their schema.
  return write(value as Record<string, unknown>)
}
