import { DAY_MS } from '../../platform/durations.ts'
import { type RequestLinesConfig, requestLines } from '../../platform/http/request-lines.ts'
import { type LogLevel, logLevels } from '../../platform/log.ts'
import { samplers, type TracingConfig } from '../../platform/telemetry/tracing.ts'
import { oneOf, secret, setting, text, type Values, wholeNumber } from './setting.ts'

/** Logs, metrics and traces. */
export const observationSettings = {
  LOG_LEVEL: setting('info', `One of ${logLevels.map((level) => `\`${level}\``).join(', ')}.`, oneOf(logLevels)),
  LOG_REQUESTS: setting(
    'errors',
    'Which requests are logged: `errors` (rejected requests, at level `debug`), `all` (at `info`), or `none`. Failures of the service are always logged.',
    oneOf(requestLines),
  ),
  LOG_SLOW_MS: setting(
    '1000',
    'Slower requests are logged at level `warn`, unless LOG_REQUESTS is `none`.',
    wholeNumber(1, 3_600_000),
  ),
  REQUEST_LOG_DAYS: setting(
    '14',
    'How many days requests stay in the request log, which callers read at `GET /v1/requests`. `0` turns it off.',
    wholeNumber(0, 365),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    undefined,
    'Endpoint for OpenTelemetry traces (OTLP over HTTP, JSON), such as `http://localhost:4318`. Tracing is off without it.',
    readEndpoint,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    undefined,
    'Headers sent to the endpoint, as `name=value,name=value`, percent-encoded.',
    readHeaderFields,
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    '3000',
    'Timeout for exporting a batch of spans, in milliseconds.',
    wholeNumber(10, 10_000),
  ),
  OTEL_SERVICE_NAME: setting('animal-adoption-store', 'Service name in traces.', text),
  OTEL_TRACES_SAMPLER: setting(
    'parentbased_always_on',
    `Which requests are traced, one of ${samplers.map((name) => `\`${name}\``).join(', ')}.`,
    oneOf(samplers),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    '1',
    'Share of requests to trace, from 0 to 1, for the `traceidratio` samplers.',
    readShare,
  ),
} as const

export type ObservationConfig = {
  logLevel: LogLevel
  requestLines: RequestLinesConfig
  requestLog: { retentionMs: number }
  /** Undefined if traces are off. */
  tracing: TracingConfig | undefined
}

export const observationConfig = (values: Values<typeof observationSettings>): ObservationConfig => ({
  logLevel: values.LOG_LEVEL,
  requestLines: { requests: values.LOG_REQUESTS, slowMs: values.LOG_SLOW_MS },
  requestLog: { retentionMs: values.REQUEST_LOG_DAYS * DAY_MS },
  tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        url: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
        serviceName: values.OTEL_SERVICE_NAME,
        sampler: values.OTEL_TRACES_SAMPLER,
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined,
})

/** The URL for traces, derived from the configured one (OpenTelemetry, OTLP exporter configuration). */
function readEndpoint(value: string): string {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return `${url.href.replace(/\/$/, '')}/v1/traces`
  }
  throw 'must be an http or https address'
}

function readHeaderFields(value: string): Record<string, string> {
  const fields = value.split(',').map((field) => /^\s*([\w-]+)\s*=(.*)$/.exec(field))
  try {
    const pairs = fields.map((field) => {
      if (!field?.[1]) throw new Error('no name')
      const text = decodeURIComponent(field[2]?.trim() ?? '')
      if (!/^[\x20-\x7e]*$/.test(text)) throw new Error('not printable')
      return [field[1], text]
    })
    return Object.fromEntries(pairs)
  } catch {
    throw 'must be name=value pairs, separated by commas and percent-encoded'
  }
}

function readShare(value: string): number {
  const share = Number(value)
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) && share <= 1) return share
  throw 'must be a number from 0 to 1'
}
