import { type IncomingHttpHeaders, request } from 'node:http'

type Headers = Record<string, string>

export type Stream = Awaited<ReturnType<typeof openStream>>

/** An event stream on a new connection, or the response that rejects it. With `isReading: false` it is never read. */
export const openStream = (address: string, headers: Headers, { query = '', isReading = true } = {}) =>
  new Promise<{
    status: number
    headers: IncomingHttpHeaders
    text: () => string
    isOpen: () => boolean
    /** Starts reading. */
    read(): void
    close(): void
  }>((resolve, reject) => {
    const sent = request(`${address}/v1/events/stream${query}`, { headers, agent: false })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let [text, isOpen] = ['', true]
      response.setEncoding('utf8')
      const read = () =>
        void response.on('data', (chunk) => {
          text += chunk
        })
      if (isReading) read()
      const end = () => {
        isOpen = false
      }
      response.once('end', end)
      sent.on('error', end)
      sent.once('close', end)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        isOpen: () => isOpen,
        read,
        close: () => sent.destroy(),
      })
    })
    sent.end()
  })

/** The names of the animals that a stream has reported, in order. */
export const namesIn = (stream: Stream): string[] =>
  [...stream.text().matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').data.name)
