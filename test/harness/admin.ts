import { scopes } from '../../server/requests/access/scope.ts'
import type { TestApp } from './app.ts'

type Headers = Record<string, string>

/** Sends requests with an unrestricted key of a separate enterprise account. */
export const adminOf = async (app: TestApp) => {
  const issued = await app.createKey('enterprise', { scopes })
  const headers = app.bearer(issued.key)
  const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown, more?: Headers) =>
    app.inject({
      method,
      url,
      headers: { ...headers, ...(body !== undefined && json), ...more },
      ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
  return {
    ...issued,
    headers,
    get: (url: string, more?: Headers) => app.get(url, { ...headers, ...more }),
    post: (url: string, body: unknown, more?: Headers) => send('POST', url, body, more),
    patch: (url: string, body: unknown, more?: Headers) => send('PATCH', url, body, more),
    remove: (url: string, more?: Headers) => send('DELETE', url, undefined, more),
  }
}

const json = { 'content-type': 'application/json' }
