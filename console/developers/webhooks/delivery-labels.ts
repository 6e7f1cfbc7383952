import type { Delivery } from '@adoption-store/client'
import type { Tone } from '../../platform/pill.tsx'
import { eventMeanings } from './event-meanings.ts'

export const deliveryLabels: Record<Delivery['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'hold' },
  succeeded: { label: 'Delivered', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** A description of the event. Its type is not stored for ever. */
export const eventTitle = ({ type }: Delivery): string =>
  type ? ((eventMeanings as Partial<Record<string, string>>)[type] ?? type) : 'Event no longer stored'

/** `503 in 120 ms` or `The name does not resolve, after 3 ms`: the last response of the receiver, or why there was none. */
export const responseText = (delivery: Delivery): string | undefined => {
  const { lastStatusCode, lastError, durationMs } = delivery
  const took = durationMs === undefined ? undefined : milliseconds.format(durationMs)
  if (lastStatusCode !== undefined) return took ? `${lastStatusCode} in ${took}` : String(lastStatusCode)
  if (lastError === undefined) return undefined
  const reason = lastError.charAt(0).toUpperCase() + lastError.slice(1)
  return took ? `${reason}, after ${took}` : reason
}

const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' })
