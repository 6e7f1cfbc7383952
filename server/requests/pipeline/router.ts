import findMyWay from 'find-my-way'
import type { OperationTraffic } from '../../platform/telemetry/traffic.ts'
import type { Operation } from '../api/operation.ts'
import type { PortalPage } from '../api/portal-page.ts'
import { ownSurface, type Surface } from '../api/surface.ts'

/** Returns what was sent as the schema reads it; throws what is wrong with it. */
export type Check = (sent: unknown) => unknown

/** An operation with what is made of its schemas once, before the first request. */
export type Route = {
  operation: Operation
  /** Its path with the prefix, as traces show it. */
  path: string
  traffic: OperationTraffic
  /** These replace what was sent by what it says. */
  checkParams: ((sent: { params: unknown }) => undefined) | undefined
  checkQuery: (sent: { query: unknown }) => undefined
  checkBody: Check | undefined
  write: (value: unknown) => string
}

/** The operations and page at one path. */
export type Place = {
  path: string
  /** By method; a path of the portal has none. */
  routes: ReadonlyMap<string, Route>
  /** For `Allow`. */
  methods: string
  page?: PortalPage
  /** The API that its operations are of. */
  surface?: Surface
  /** What is there is for visitors of our own pages. */
  isForVisitors?: boolean
}

/** Finds what a URL names, its parameters and its raw query string; no place for a URL that cannot be decoded. */
type Router = {
  find(method: 'GET', url: string): Found | null
}
type Found = {
  store: Place | null
  params: Record<string, string | undefined>
  searchParams: string
}

/** A longer parameter could be no id or name of ours; it is as long as a URL can be. */
const MAX_PARAMETER = 32 * 1024

/** Every place is there as if for GET, whatever the method: an unusual one on a known path is 405 and not 404. */
export const router = (routes: readonly Route[], pages: readonly PortalPage[]): Router => {
  const tree = findMyWay({
    maxParamLength: MAX_PARAMETER,
    // The raw query string, as it is: who needs the parameters reads them with their schema.
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
    // Clients of other APIs are used to their ways.
    if (operation?.surface) add(`${path}/`, place)
  }
  for (const page of pages) {
    const { path, isForVisitors = false } = page
    add(path, { path, routes: new Map(), methods: 'GET, HEAD', page, isForVisitors })
  }

  // What it stores, and what its parser makes of a query string, are ours.
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
