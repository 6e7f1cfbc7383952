import { protocolError } from '../../platform/http/http-error.ts'
import { parseJson } from '../../platform/http/json.ts'
import type { Scope } from '../../requests/access/scope.ts'
import type { InnerRequest } from '../../requests/api/inner-request.ts'
import type { Reply } from '../../requests/api/reply.ts'
import type { Message } from './message.ts'
import { hasForeignText } from './text-origin.ts'

/** The arguments of a tool, as its schema has accepted them. */
export type Arguments = Readonly<Record<string, unknown>>

type Json = Record<string, unknown>

/** The response to a read: its value (a text if it is not JSON), and where its list continues. */
export type Found = { value: unknown; next: string | undefined; total: number | undefined }

export type ToolRequests = {
  /** Lists in the query are repeated; undefined values are left out. */
  get: (path: string, query?: Arguments) => Promise<Found>
  /** Changes something once for each key, however often it is sent. */
  send: (method: 'POST' | 'PATCH', path: string, body: Json, key: unknown) => Promise<Json>
}

/**
 * The requests of a tool, which throw the errors of their responses. `isForeign` says whether any response may have text
 * of others.
 */
export const toolRequests = (
  call: Pick<Message, 'run' | 'caller'>,
  grants: readonly Scope[],
): ToolRequests & { isForeign: () => boolean } => {
  let isForeign = false
  /** Notes who wrote the text of a response. */
  const noted = <Value>(method: string, path: string, value: Value): Value => {
    isForeign ||= hasForeignText({ method, path, value }, call.caller)
    return value
  }
  const replyTo = async (request: InnerRequest): Promise<Reply> => {
    const response = await call.run({ ...request, grants })
    if ('error' in response) throw response.error
    const { status, headers = [] } = response.reply
    if (status < 300) return response.reply
    const location = valueIn(headers, 'location')
    const message = location === undefined ? undefined : `It has moved to ${location}.`
    throw protocolError('route_not_found', { ...(message !== undefined && { message }) })
  }
  return {
    isForeign: () => isForeign,
    async get(path, query = {}) {
      const { headers = [], ...reply } = await replyTo({ method: 'GET', url: path + textOf(query) })
      const total = valueIn(headers, 'x-total-count')
      return {
        value: noted('GET', path, parsedBody(reply)),
        next: valueIn(headers, 'x-next-cursor'),
        total: total === undefined ? undefined : Number(total),
      }
    },
    async send(method, path, body, key) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': String(key) }
      const reply = await replyTo({ method, url: path, headers, body })
      return noted(method, path, parsedBody(reply)) as Json
    },
  }
}

const valueIn = (headers: readonly string[], name: string): string | undefined => {
  const at = headers.indexOf(name)
  return at < 0 ? undefined : headers[at + 1]
}

const parsedBody = ({ type, body = '' }: Reply): unknown =>
  type?.startsWith('application/json') ? parseJson(Buffer.from(body)).value : String(body)

const textOf = (query: Arguments): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
  return parameters.size > 0 ? `?${parameters}` : ''
}
