import type { RequestLine, RequestLineWriter } from '../../platform/http/request-lines.ts'
import type { Tracing } from '../../platform/telemetry/tracing.ts'
import { type OperationTraffic, type Traffic, UNKNOWN } from '../../platform/telemetry/traffic.ts'
import type { Caller } from '../access/caller.ts'
import type { RequestBuffer } from '../request-log/request-buffer.ts'
import type { Exchange } from './exchange.ts'

type Deps = {
  traffic: Traffic
  log: RequestLineWriter
  /** Where requests wait for the request log; undefined if it is off. */
  requestBuffer: RequestBuffer | undefined
  /** Undefined unless traces are exported. */
  tracing: Tracing | undefined
  steadyMs: () => number
}

export type Observer = ReturnType<typeof observer>

/** Observes each response: counts it, logs it if configured, and describes it in its trace. */
export const observer = ({ traffic, log, requestBuffer, tracing, steadyMs }: Deps) => {
  const unknown = traffic.operation(UNKNOWN)
  const portal = traffic.operation('portal')

  /** Pages outside the API have no operation ids, and methods that a path does not support count as unknown. */
  const trafficElsewhere = ({ surface, place }: Exchange): OperationTraffic => (!surface && place ? portal : unknown)

  const describe = (exchange: Exchange, operation: string): void => {
    const route = exchange.route?.path ?? exchange.place?.path
    tracing?.describe(exchange.request, { operation, route, requestId: exchange.requestId })
  }

  const lineOf = (exchange: Exchange, status: number, durationMs: number): RequestLine => {
    const { caller, address } = exchange
    const traceId = tracing?.traceId(exchange.request)
    return {
      requestId: exchange.requestId,
      method: exchange.method,
      operation: (exchange.route?.traffic ?? trafficElsewhere(exchange)).name,
      status,
      durationMs: Math.round(durationMs * 1_000) / 1_000,
      ...(caller && idsOf(caller)),
      ...(address && { address }),
      ...(traceId && { traceId }),
    }
  }

  return {
    steadyMs,

    /** A stream is reported at its start, because its end is unknown. */
    responded(exchange: Exchange, status: number, isStream = false): void {
      const operation = exchange.route?.traffic ?? trafficElsewhere(exchange)
      operation.counts[status] = (operation.counts[status] ?? 0) + 1
      const durationMs = steadyMs() - exchange.startedAtMs
      // The inner operation is logged instead, unless the outer one failed by itself.
      const isForInner = exchange.hasRunInner && status < 400
      if (exchange.surface && !isForInner) requestBuffer?.add(exchange, status, durationMs)
      if (!isStream) {
        operation.durations.observe(durationMs / 1_000)
        const mayBeLogged = status >= 400 || durationMs >= log.fromMs
        if (mayBeLogged && log.isWanted(status, durationMs)) log.write(lineOf(exchange, status, durationMs))
      }
      if (tracing) describe(exchange, operation.name)
    },

    /** For a response on a connection that never became a request. */
    raw(line: Pick<RequestLine, 'requestId' | 'status'> & { address: string }): void {
      const { status } = line
      unknown.counts[status] = (unknown.counts[status] ?? 0) + 1
      if (log.isWanted(status, 0)) log.write({ method: undefined, operation: UNKNOWN, ...line })
    },

    /** Describes a failed request for its log line. */
    lineOf: (exchange: Exchange, status: number): RequestLine =>
      lineOf(exchange, status, steadyMs() - exchange.startedAtMs),
  }
}

const idsOf = (caller: Caller): Pick<RequestLine, 'accountId' | 'keyId' | 'userId'> => {
  if (caller.kind !== 'session') return { accountId: String(caller.accountId), keyId: String(caller.keyId) }
  const userId = String(caller.userId)
  return caller.isStaff ? { userId } : { accountId: String(caller.accountId), userId }
}
