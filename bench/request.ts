/** The read of animals that everything else is compared with. */
export const LIST_PATH = '/v1/pets?limit=20&status=available'

/** The bytes of a GET, as our client sends it. */
export const getRequest = (path: string, key: string): Buffer => bareRequest('GET', path, key)

export const bareRequest = (method: string, path: string, key: string): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )

export const postRequest = (path: string, key: string, value: unknown): Buffer =>
  bodyRequest('POST', path, key, value)

export const bodyRequest = (method: string, path: string, key: string, value: unknown): Buffer => {
  const body = JSON.stringify(value)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    `Content-Type: application/${method === 'PATCH' ? 'merge-patch+json' : 'json'}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}
