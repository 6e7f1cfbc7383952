import type { Deprecation } from './operation.ts'

/**
 * The header fields of every response of a deprecated operation: Deprecation (RFC 9745), Sunset (RFC 8594) and Link
 * (RFC 8288).
 */
export const deprecationHeaders = (deprecation: Deprecation, origin: string): readonly string[] => {
  const known = written.get(deprecation)
  if (known?.origin === origin) return known.headers
  const { sinceMs, sunsetMs, successor, docs } = deprecation
  const docsOrigin = withoutPath(origin)
  const headers = [
    'deprecation',
    `@${sinceMs / 1_000}`,
    'sunset',
    new Date(sunsetMs).toUTCString(),
    'link',
    [
      `<${docsOrigin}${docs}>; rel="deprecation"; type="text/html"`,
      `<${docsOrigin}${docs}>; rel="sunset"; type="text/html"`,
      `<${origin}${successor}>; rel="successor-version"`,
    ].join(', '),
  ]
  written.set(deprecation, { origin, headers })
  return headers
}

/** The docs are at the root, and staging is not. */
const withoutPath = (origin: string): string => /^https?:\/\/[^/]*/.exec(origin)?.[0] ?? origin

/** Almost every client reaches this server by the same address, so one text serves them all. */
const written = new WeakMap<Deprecation, { origin: string; headers: readonly string[] }>()
