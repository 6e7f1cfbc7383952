import { boundedFetch, outboundReason } from '../../../platform/http/outbound.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

const MAX_BYTES = 65_536

/** Checks that the receiver of traces accepts an empty export. An unavailable receiver affects no request. */
export const checkTracing = async ({ tracing }: Config): Promise<Finding[]> => {
  if (!tracing) return []
  const check = 'traces'
  const { url, headers, timeoutMs } = tracing
  const { host } = new URL(url)
  const advice = 'check OTEL_EXPORTER_OTLP_ENDPOINT and its headers; until then traces are lost'
  try {
    const response = await boundedFetch({ timeoutMs, maxBytes: MAX_BYTES })(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
    })
    await response.body?.cancel()
    if (response.ok) return [{ check, state: 'ok', found: `${host} accepts them` }]
    return [{ check, state: 'warn', found: `${host} responded with ${response.status}`, advice }]
  } catch (error) {
    const found = outboundReason(error) ?? messageOf(error)
    return [{ check, state: 'warn', found, advice }]
  }
}
