import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Agent, IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { systemClock } from '../clock.ts'
import { agentThrough, proxyFor } from '../http/proxies.ts'
import type { Logger } from '../log.ts'
import type { Attributes, Tracing, TracingConfig } from './tracing.ts'

/** While the receiver is unavailable spans queue up to this number, and more are dropped. */
const MAX_QUEUED_SPANS = 4_096
const MAX_BATCH = 512
const BATCH_MS = 2_000
const CLOSE_MS = 2_000
const COMPLAIN_MS = 60_000

/** Exports traces by OpenTelemetry's semantic conventions. Only this file uses its packages. */
export const startTracing = (config: TracingConfig, log: Logger): Tracing => {
  const agents: Agent[] = []
  const exporter = watched(exporterOf(config, agents), config, log)
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: MAX_BATCH,
    scheduledDelayMillis: BATCH_MS,
    exportTimeoutMillis: config.timeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    sampler: samplerOf(config),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('animal-adoption-store')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<object, Span>()
  const nowMs = wallTime()

  const begin = (name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span =>
    tracer.startSpan(name, { kind, attributes, startTime: nowMs() }, parent)

  const run = async <T>(
    span: Span,
    parent: Context,
    work: () => Promise<T>,
    describe: (result: T) => Attributes = () => ({}),
  ): Promise<T> => {
    try {
      const result = await current.run(trace.setSpan(parent, span), work)
      span.setAttributes(describe(result))
      return result
    } catch (error) {
      // Only the kind: a message may repeat what a client sent.
      span.setAttribute('error.type', (error as Error).name)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end(nowMs())
    }
  }

  return {
    serve(request, response, handle) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, headerGetter)
      const method = knownMethods.has(request.method ?? '') ? (request.method ?? '') : '_OTHER'
      const attributes = {
        'http.request.method': method,
        'url.scheme': 'http',
        'network.protocol.version': request.httpVersion,
      }
      const span = begin(method === '_OTHER' ? 'HTTP' : method, SpanKind.SERVER, attributes, parent)
      spans.set(request, span)
      const closing: EventEmitter = response
      closing.once('close', () => endOfResponse(span, response, nowMs()))
      current.run(trace.setSpan(parent, span), handle)
    },

    describe(request, { operation, route, requestId }) {
      const span = spans.get(request)
      if (!span?.isRecording()) return
      span.setAttributes({ 'adoption.operation': operation, 'adoption.request_id': requestId })
      if (route === undefined) return
      span.setAttribute('http.route', route)
      span.updateName(`${request.method} ${route}`)
    },

    traceId: (request) => spans.get(request)?.spanContext().traceId,

    within(name, attributes, work) {
      const parent = current.getStore()
      if (!parent) return work()
      return run(begin(name, SpanKind.INTERNAL, attributes, parent), parent, work)
    },

    took(name, attributes, durationMs) {
      const parent = current.getStore()
      if (!parent) return
      const endMs = nowMs()
      const startTime = endMs - durationMs
      tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, parent).end(endMs)
    },

    calling(name, attributes, work, describe) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      return run(begin(name, SpanKind.CLIENT, attributes, parent), parent, work, describe)
    },

    failures: exporter.failures,

    async close() {
      const deadline = new AbortController()
      const late = sleep(CLOSE_MS, undefined, { signal: deadline.signal }).catch(() => {})
      await Promise.race([provider.shutdown().catch(() => {}), late])
      deadline.abort()
      // A receiver that does not respond must not keep the process alive.
      for (const agent of agents) agent.destroy()
    },
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])

const headerGetter: TextMapGetter<IncomingHttpHeaders> = {
  get: (headers, name) => headers[name],
  keys: (headers) => Object.keys(headers),
}

/** By the conventions, a client error is not an error of the server's span. */
const endOfResponse = (span: Span, response: ServerResponse, endMs: number): void => {
  if (response.headersSent) {
    span.setAttribute('http.response.status_code', response.statusCode)
    if (response.statusCode >= 500) {
      span.setAttribute('error.type', String(response.statusCode))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
  } else {
    span.setAttribute('error.type', 'connection_closed')
  }
  span.end(endMs)
}

const exporterOf = ({ url, headers, timeoutMs }: TracingConfig, agents: Agent[]): SpanExporter =>
  new OTLPTraceExporter({
    url,
    // The exporter limits the response, and decodes nothing.
    headers: { ...headers, 'accept-encoding': 'identity' },
    timeoutMillis: timeoutMs,
    concurrencyLimit: 1,
    httpAgentOptions: async (protocol) => {
      const agent = agentThrough({ protocol }, proxyFor(new URL(url))?.url, { keepAlive: true })
      agents.push(agent)
      return agent
    },
  })

/** Logs from time to time that spans are lost; nothing else may be affected. */
const watched = (exporter: SpanExporter, { url }: TracingConfig, log: Logger) => {
  let failures = 0
  let complainedAtMs = Number.NEGATIVE_INFINITY
  const complain = (reason: Error | undefined): void => {
    failures += 1
    const steadyMs = systemClock.steadyMs()
    if (steadyMs - complainedAtMs < COMPLAIN_MS) return
    complainedAtMs = steadyMs
    const { host } = new URL(url)
    log.warn({ receiver: host, reason: reason?.message }, 'traces could not be delivered')
  }
  return {
    failures: () => failures,
    export(...[spans, done]: Parameters<SpanExporter['export']>): void {
      exporter.export(spans, (result) => {
        if (result.code !== 0) complain(result.error)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

const samplerOf = ({ sampler, ratio }: TracingConfig): Sampler => {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

const WALL_DRIFT_MS = 1_000

/**
 * Wall time with fractions of a millisecond, so that child spans lie within their parents; it follows changes of the
 * wall clock.
 */
const wallTime = (): (() => number) => {
  let offsetMs = systemClock.nowMs() - systemClock.steadyMs()
  return () => {
    const steadyMs = systemClock.steadyMs()
    const driftMs = systemClock.nowMs() - steadyMs - offsetMs
    if (Math.abs(driftMs) > WALL_DRIFT_MS) offsetMs += driftMs
    return steadyMs + offsetMs
  }
}
