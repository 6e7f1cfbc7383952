import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

type Fields = Record<string, string | readonly string[]>
type Sent = { address?: string; headers?: Record<string, string>; raw?: string | Buffer }

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const origin = 'http://store.test'

/** Longer than a program takes to fill in a form. */
export const TYPING_MS = 5_000

/** A person with a browser, at the site of a store. */
export const visitorOf = (app: TestApp) => {
  const open = (url: string, { address = '198.51.100.1', headers = {} }: Sent = {}) =>
    app.send({
      method: 'GET',
      url,
      remoteAddress: address,
      headers: { ...browser, host: 'store.test', ...headers },
    })

  /** Sends a form as a browser does, or `raw` instead of fields. */
  const send = (url: string, fields: Fields, { address = '198.51.100.1', headers = {}, raw }: Sent = {}) => {
    const pairs = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    )
    return app.send({
      method: 'POST',
      url,
      remoteAddress: address,
      headers: {
        ...browser,
        host: 'store.test',
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: raw ?? new URLSearchParams(pairs).toString(),
    })
  }

  /** Opens the form of an animal. Returns its token. */
  const openForm = async (url: string, sent?: Sent): Promise<string> => {
    const { statusCode, body } = await open(url, sent)
    assert.equal(statusCode, 200, body)
    return tokenIn(body)
  }

  return {
    open,
    send,
    openForm,
    /** Fills in a form and sends it. */
    async apply(url: string, fields: Fields = {}, sent?: Sent) {
      const token = await openForm(url, sent)
      app.clock.advance(TYPING_MS)
      return send(url, { token, name: 'Ada Lovelace', email: 'ada@example.org', ...fields }, sent)
    },
  }
}

export const tokenIn = (html: string): string => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** The path of the secret link that a response redirects to. */
export const linkIn = ({ statusCode, headers, body }: Sent303): string => {
  assert.equal(statusCode, 303, body)
  return String(headers.location).replace(/\?.*/, '')
}
type Sent303 = { statusCode: number; headers: Record<string, unknown>; body: string }
