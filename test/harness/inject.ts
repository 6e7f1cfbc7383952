import type { RequestListener, ServerResponse } from 'node:http'
import { type DispatchFunc, inject as dispatch, type InjectOptions, type Response } from 'light-my-request'

/** Needs no connection and no port. */
export const inject = (handle: RequestListener, options: string | InjectOptions): Promise<Response> => {
  const withHead: RequestListener = (request, response) => {
    appendFields(response)
    handle(request, response)
  }
  return dispatch(withHead as unknown as DispatchFunc, options)
}

/** light-my-request does not support the flat list of names and values that `writeHead` accepts. */
const appendFields = (response: ServerResponse): void => {
  const writeHead = response.writeHead.bind(response)
  const withFields = (status: number, fields: readonly string[] = []): ServerResponse => {
    for (let at = 0; at < fields.length; at += 2) response.appendHeader(fields[at] ?? '', fields[at + 1] ?? '')
    return writeHead(status)
  }
  response.writeHead = withFields as ServerResponse['writeHead']
}
