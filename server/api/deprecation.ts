import { fieldLines } from '../platform/http/node-internals.ts'
import type { Deprecation } from './operation.ts'

/** What every response of a deprecated operation says: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 (Link). */
export const deprecationLines = (deprecation: Deprecation, origin: string): string => {
  const known = written.get(deprecation)
  if (known?.origin === origin) return known.lines
  const { sinceMs, sunsetMs, successor, docs } = deprecation
  const lines = fieldLines([
    ...['deprecation', `@${sinceMs / 1_000}`],
    ...['sunset', new Date(sunsetMs).toUTCString()],
    'link',
    [
      `<${origin}${docs}>; rel="deprecation"; type="text/html"`,
      `<${origin}${docs}>; rel="sunset"; type="text/html"`,
      `<${origin}${successor}>; rel="successor-version"`,
    ].join(', '),
  ])
  written.set(deprecation, { origin, lines })
  return lines
}

/** Almost every client reaches this server by the same address: one text serves them. */
const written = new WeakMap<Deprecation, { origin: string; lines: string }>()
