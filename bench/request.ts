/** The read of animals that everything else is compared with. */
export const LIST_PATH = '/v1/pets?limit=20&status=available'

export type Sent = { method: string; path: string; body?: unknown }

export const getRequest = (path: string, key: string): Buffer => requestBytes({ method: 'GET', path }, key)

/** The bytes of a request, as our client sends it. */
export const requestBytes = ({ method, path, body }: Sent, key: string): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const type = method === 'PATCH' ? 'merge-patch+json' : 'json'
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...(body === undefined ? [] : [`Content-Type: application/${type}`, `Content-Length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}
