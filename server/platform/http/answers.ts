import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify'
import type { Tracing } from '../telemetry/tracing.ts'
import { type OperationTraffic, type Traffic, UNKNOWN } from '../telemetry/traffic.ts'
import type { RequestLine, RequestLog } from './request-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that lasts as long as its client likes: it is counted when it begins, by who sends it. */
    isStream?: true
  }
}

/** Who sent a request, as a log may tell it. */
type Who = { accountId: bigint; keyId: bigint } | undefined

type Deps = {
  traffic: Traffic
  log: RequestLog
  tracing: Tracing | undefined
  steadyMs: () => number
  whoOf: (request: FastifyRequest) => Who
}

export type Answers = ReturnType<typeof answers>

/** Sees each answer, whoever gave it: counts it, logs it where that is wanted, and names it in its trace. */
export const answers = ({ traffic, log, tracing, steadyMs, whoOf }: Deps) => {
  const beganAtMs = new WeakMap<IncomingMessage, number>()

  const lineOf = (operation: string, request: FastifyRequest, reply: FastifyReply): RequestLine => {
    const who = whoOf(request)
    const traceId = tracing?.traceId(request.raw)
    return {
      requestId: request.id,
      method: request.method,
      operation,
      status: reply.statusCode,
      durationMs: Math.round(durationOf(request, reply) * 1_000) / 1_000,
      ...(who && { accountId: String(who.accountId), keyId: String(who.keyId) }),
      ...(request.ip && { address: request.ip }),
      ...(traceId && { traceId }),
    }
  }

  const durationOf = (request: FastifyRequest, reply: FastifyReply): number => {
    const sinceMs = beganAtMs.get(request.raw)
    return sinceMs === undefined ? reply.elapsedTime : steadyMs() - sinceMs
  }

  const seen = (operation: OperationTraffic, request: FastifyRequest, reply: FastifyReply) => {
    const durationMs = durationOf(request, reply)
    operation.answered(reply.statusCode, durationMs)
    if (log.isWanted(reply.statusCode, durationMs)) {
      log.write(lineOf(operation.name, request, reply))
    }
  }

  return {
    steadyMs,
    /** From how long on a plain answer is to be logged. */
    logsFromMs: log.fromMs,

    /** A request that began earlier than the framework knows. */
    began: (request: IncomingMessage, atMs: number): void => void beganAtMs.set(request, atMs),

    /** An answer outside the framework, that was not at once on its way. */
    log(request: IncomingMessage, line: RequestLine): void {
      const traceId = tracing?.traceId(request)
      log.write({ ...line, ...(traceId && { traceId }) })
    },

    describe(request: IncomingMessage, operation: string, route: string, requestId: string): void {
      tracing?.describe(request, { operation, route, requestId })
    },
    isTraced: tracing !== undefined,

    /** What is answered on a connection that never became a request. */
    raw(line: Pick<RequestLine, 'requestId' | 'status'> & { address: string }): void {
      traffic.operation(UNKNOWN).counted(line.status)
      if (log.isWanted(line.status, 0))
        log.write({ method: undefined, operation: UNKNOWN, ...line })
    },

    /** Of a request that failed, for the line of its failure. */
    lineOf: (request: FastifyRequest, reply: FastifyReply): RequestLine =>
      lineOf(operationOf(request.routeOptions), request, reply),

    /** A stream has begun: nobody knows when it will end, or how. */
    streamBegan({ raw, id, routeOptions }: FastifyRequest): void {
      const operation = operationOf(routeOptions)
      traffic.operation(operation).counted(200)
      tracing?.describe(raw, { operation, route: routeOptions.url, requestId: id })
    },

    /** Watches every answer of the routes that are registered after it, and those to unknown paths. */
    watch(app: FastifyInstance): void {
      const unknown = traffic.operation(UNKNOWN)
      app.addHook('onResponse', (request, reply, done) => {
        if (request.is404) {
          seen(unknown, request, reply)
          tracing?.describe(request.raw, {
            operation: UNKNOWN,
            route: undefined,
            requestId: request.id,
          })
        }
        done()
      })
      const hooks = new Map<string, onResponseHookHandler>()
      app.addHook('onRoute', (route) => {
        const name = operationOf(route)
        const id = `${name} ${route.url}`
        const hook = hooks.get(id) ?? hookOf(name, route.url, route.config?.isStream)
        hooks.set(id, hook)
        // Once, though a HEAD comes with what its GET has.
        route.onResponse = [...new Set([hook, ...[route.onResponse ?? []].flat()])]
      })
    },
  }

  function hookOf(name: string, route: string, isStream = false): onResponseHookHandler {
    const operation = traffic.operation(name)
    return (request, reply, done) => {
      if (!isStream || reply.statusCode !== 200) seen(operation, request, reply)
      tracing?.describe(request.raw, { operation: name, route, requestId: request.id })
      done()
    }
  }
}

type Route = { url?: string | undefined; schema?: { operationId?: string } | undefined }

/** What is outside of the API has no operation ids; methods that a path of the API does not take are unknown. */
const operationOf = ({ url = '', schema }: Route): string =>
  schema?.operationId ?? (url === '' || url.startsWith('/v1/') ? UNKNOWN : 'portal')
