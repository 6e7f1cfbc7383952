import findMyWay from 'find-my-way'
import type { OperationTraffic } from '../../platform/telemetry/traffic.ts'
import type { Operation } from '../api/operation.ts'
import type { PortalPage } from '../api/portal-page.ts'
import { ownSurface, type Surface } from '../api/surface.ts'

/** Parses and validates input by a schema; throws if it is invalid. */
export type Check = (sent: unknown) => unknown

/** An operation with its compiled schemas. */
export type Route = {
  operation: Operation
  /** The path with the prefix, as traces show it. */
  path: string
  traffic: OperationTraffic
  /** These replace the input by its parsed value. */
  checkParams: ((sent: { params: unknown }) => undefined) | undefined
  checkQuery: (sent: { query: unknown }) => undefined
  checkBody: Check | undefined
  write: (value: unknown) => string
  /** The names of all fields of its input. */
  fieldNames: () => ReadonlySet<string>
}

/** The operations and the page at one path. */
export type Place = {
  path: string
  /** By method; a path of the portal has none. */
  routes: ReadonlyMap<string, Route>
  /** The value of `Allow`. */
  methods: string
  page?: PortalPage
  /** The API of its operations. */
  surface?: Surface
  /** Whether it is for visitors of our own pages. */
  isForVisitors?: boolean
}

/** Finds the place of a URL, its parameters and its raw query string; no place for a URL that cannot be decoded. */
export type Router = {
  find(method: 'GET', url: string): Found | null
}
type Found = {
  store: Place | null
  params: Record<string, string | undefined>
  searchParams: string
}

/** Ids and names are shorter; this is as long as a URL can be. */
const MAX_PARAMETER = 32 * 1024

/** Every place is registered as if for GET, so that an unsupported method on a known path is a 405 and not a 404. */
export const router = (routes: readonly Route[], pages: readonly PortalPage[]): Router => {
  const tree = findMyWay({
    maxParamLength: MAX_PARAMETER,
    // The raw query string: operations parse it with their schema.
    querystringParser: String as never,
  })
  const add = (path: string, place: Place) =>
    tree.on('GET', path.replaceAll(':', '::').replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, place)
  for (const [path, there] of Map.groupBy(routes, (route) => route.path)) {
    const byMethod = new Map(there.flatMap(methodsOf))
    const isForVisitors = there.some(({ operation }) => operation.isForVisitors)
    const methods = [...byMethod.keys(), 'OPTIONS'].join(', ')
    if (isForVisitors) {
      add(path, { path, routes: byMethod, methods, isForVisitors })
      continue
    }
    const [{ operation } = {}] = there
    const place = { path, routes: byMethod, methods, surface: operation?.surface ?? ownSurface }
    add(path, place)
    // Other APIs accept paths with a trailing slash.
    if (operation?.surface) add(`${path}/`, place)
  }
  for (const page of pages) {
    const { path, isForVisitors = false } = page
    add(path, { path, routes: new Map(), methods: 'GET, HEAD', page, isForVisitors })
  }

  // We define what it stores, and what its query parser returns.
  return tree as unknown as Router
}

/** A read also handles HEAD, unless it is a stream. */
const methodsOf = (route: Route): [string, Route][] => {
  const { method, returns } = route.operation
  const isRead = method === 'GET' && returns[200]?.type === undefined
  return isRead
    ? [
        ['GET', route],
        ['HEAD', route],
      ]
    : [[method, route]]
}
