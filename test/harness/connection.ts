import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'

/** A response as it came over the wire. Header names are in lower case; repeated headers are joined. */
export type RawAnswer = {
  version: string
  status: number
  headers: Record<string, string>
  body: string
}

type Options = {
  /** Can still send after the server has closed its side. */
  allowHalfOpen?: boolean
}

export type Connection = Awaited<ReturnType<typeof connect>>

/** A raw connection, to send what no HTTP client would. */
export const connect = async (port: number, { allowHalfOpen = false }: Options = {}) => {
  const socket = connectSocket({ host: '127.0.0.1', port, allowHalfOpen })
  // A reset is one way for the server to close; `closed` covers both.
  socket.on('error', () => {})
  let received: Buffer = Buffer.alloc(0)
  let wake = () => {}
  let isOver = false
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    wake()
  })
  const over = () => {
    isOver = true
    wake()
  }
  socket.once('end', over).once('close', over)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')

  /** The next whole response; undefined if the connection ended before that. */
  const answer = async (): Promise<RawAnswer | undefined> => {
    for (;;) {
      const read = readAnswer(received)
      if (read) {
        received = received.subarray(read.length)
        return read.answer
      }
      if (isOver) return undefined
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    socket,
    closed,
    answer,
    send: (bytes: string | Buffer) => void socket.write(bytes),
    /** Closes our side. */
    end: () => void socket.end(),
    close: () => void socket.destroy(),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** Sends bytes on a new connection. Returns the responses until the server closes it, or until there are `count`. */
export const exchange = async (
  port: number,
  bytes: string | Buffer,
  { count = 1, ended = false } = {},
): Promise<RawAnswer[]> => {
  using connection = await connect(port, { allowHalfOpen: ended })
  connection.send(bytes)
  if (ended) connection.end()
  const answers: RawAnswer[] = []
  while (answers.length < count) {
    const answer = await connection.answer()
    if (!answer) break
    answers.push(answer)
  }
  return answers
}

const readAnswer = (bytes: Buffer): { answer: RawAnswer; length: number } | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...fields] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const [, version = '', status] = /^(HTTP\/\S+) (\d{3})/.exec(statusLine) ?? []
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).toLowerCase()
    const value = field.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  const bodyStart = headEnd + 4
  const length = bodyStart + Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return undefined
  const body = bytes.toString('utf8', bodyStart, length)
  return { answer: { version, status: Number(status), headers, body }, length }
}
