import type { FastifyRequest } from 'fastify'

/** Where clients reach this server: scheme, host and port, without a path. */
export type Origin = (request: FastifyRequest) => string

/** `publicUrl` if it is set, else what the request itself says. */
export const originOf =
  (publicUrl: string | undefined): Origin =>
  (request) =>
    publicUrl ?? `${request.protocol}://${request.host || `localhost:${request.socket.localPort}`}`

/** The same from the Host header alone; undefined behind a proxy that is believed, as its own headers count then. */
export const plainOriginOf =
  (publicUrl: string | undefined, isBehindProxy: boolean) =>
  (host: string): string | undefined =>
    publicUrl ?? (isBehindProxy || host === '' ? undefined : `http://${host}`)
