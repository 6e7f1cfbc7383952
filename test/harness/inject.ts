import type { RequestListener, ServerResponse } from 'node:http'
import {
  type DispatchFunc,
  inject as dispatch,
  type InjectOptions,
  type Response,
} from 'light-my-request'

/** Sends a request without a connection. */
export const inject = (
  handle: RequestListener,
  options: string | InjectOptions,
): Promise<Response> => {
  const withHead: RequestListener = (request, response) => {
    tellHead(response)
    handle(request, response)
  }
  return dispatch(withHead as unknown as DispatchFunc, options)
}

type Head = { _storeHeader(begin: string, fields: string[]): void }

/** light-my-request knows of those header fields only that are set one by one, or passed to Node's own `writeHead`. */
const tellHead = (response: ServerResponse): void => {
  const head = response as unknown as Head
  const { _storeHeader: store } = head
  head._storeHeader = (begin, fields) => {
    head._storeHeader = store
    for (const line of begin.trimEnd().split('\r\n').slice(1)) {
      const at = line.indexOf(': ')
      response.appendHeader(line.slice(0, at), line.slice(at + 2))
    }
    response.writeHead(response.statusCode, fields)
  }
}
