import type { IncomingMessage } from 'node:http'
import { stringifyJson } from '../../platform/http/json.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import { type Maintenance, readOnlyError } from '../../requests/maintenance/maintenance.ts'

/** Creates a key of staging; undefined if there is no staging. Throws `rate_limit_exceeded` beyond its cap. */
export type CreateTestKey = () => Promise<string> | undefined

type Options = { isOpen: boolean; create: CreateTestKey } & Pick<Maintenance, 'isReadOnly'>

/**
 * The panel gets a test key here without anybody signing in, which only somebody at this machine may do. The check is
 * of the connection and of `Host`: the first keeps other machines out, the second pages of other sites whose name
 * resolves to this machine. Their forms are rejected by their `Origin`.
 */
export const testKeyPages = ({ isOpen, create, isReadOnly }: Options): PortalPage[] =>
  isOpen
    ? [
        {
          path: '/docs/test-key',
          isForVisitors: true,
          handle: ({ request }) => (isFromThisMachine(request) ? { status: 204, noStore: true } : undefined),
          async receive({ request }) {
            if (!isFromThisMachine(request)) return undefined
            if (isReadOnly()) throw readOnlyError()
            const key = await create()
            if (key === undefined) return undefined
            const type = 'application/json; charset=utf-8'
            return { status: 201, type, body: stringifyJson({ key }), noStore: true }
          },
        },
      ]
    : []

const loopbackAddress = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const forwarding = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/

const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name))
