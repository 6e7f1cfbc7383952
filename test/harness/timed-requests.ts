import { Agent, get as httpGet, type IncomingHttpHeaders } from 'node:http'

type TimedResponse = {
  ms: number
  status: number | undefined
  headers: IncomingHttpHeaders
}

/** Sends requests one after the other on an open connection, so that only they are measured. */
export const timedRequests = (port: number, key: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${key}` }
  return (path: string): Promise<TimedResponse> =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now()
      const request = httpGet({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        response.resume().once('end', () => {
          const { statusCode: status, headers } = response
          resolve({ ms: performance.now() - startedMs, status, headers })
        })
      })
      request.once('error', reject)
    })
}

export const quantile = (all: readonly number[], part: number): number =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length * part)] ?? Number.NaN
