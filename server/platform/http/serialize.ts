import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'

/** Fastify's serialiser, made once an app. Each schema is compiled when first used: most never are in a short life. */
export const buildSerializer =
  (shared: Record<string, Schema>) =>
  ({ schema }: { schema: Schema }): ((value: unknown) => string) => {
    let compiled: ((value: unknown) => string) | undefined
    return (value) => {
      // Copied, as the compiler marks the schemas it is given.
      compiled ??= fastJson(schema, { schema: structuredClone(shared) })
      return compiled(value)
    }
  }

/** The text of an answer, by the serialiser of the route's own schema for `status`. */
export const serialize = (reply: FastifyReply, status: number, value: unknown): string => {
  const write = reply.getSerializationFunction(String(status), 'application/json')
  if (!write) throw new Error(`the route has no schema for ${status}`)
  // Fastify's type speaks of objects, where its serialisers take any value of their schema.
  return write(value as Record<string, unknown>)
}
