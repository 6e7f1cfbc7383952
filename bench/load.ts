import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Load = {
  port: number
  /** The bytes of the next request. */
  next: () => Buffer
  connections: number
  seconds: number
  /** How long each connection waits after a response. */
  pauseMs?: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
/** The end of `content-length: `, which some servers capitalize. */
const LENGTH = Buffer.from('ength: ')
const CLASS_AT = 'HTTP/1.1 '.length
const SUCCESS = '2'.charCodeAt(0)

/**
 * Keeps every connection busy with one request at a time until the time is up. Every response must be a 2xx.
 * It uses sockets because autocannon needs more CPU for a request than the bare server for its response. On the core
 * beside it, autocannon would be the bottleneck, and every server would look equally fast.
 */
export const load = async ({ port, next, connections, seconds, pauseMs = 0 }: Load) => {
  const open = () => connect({ port, host: '127.0.0.1', noDelay: true })
  const sockets = Array.from({ length: connections }, open)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const latenciesMs: number[] = []
  const startedAtMs = performance.now()
  const endAtMs = startedAtMs + seconds * 1_000
  await Promise.all(sockets.map((socket) => keepAsking(socket, { next, endAtMs, pauseMs, latenciesMs })))
  const elapsedMs = performance.now() - startedAtMs
  const sorted = Float64Array.from(latenciesMs).sort()
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return {
    requests: sorted.length,
    seconds: elapsedMs / 1_000,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  }
}

type Asking = { next: () => Buffer; endAtMs: number; pauseMs: number; latenciesMs: number[] }

const keepAsking = (socket: Socket, { next, endAtMs, pauseMs, latenciesMs }: Asking): Promise<void> =>
  new Promise((resolve, reject) => {
    let received: Buffer | undefined
    let sentAtMs = 0
    const ask = () => {
      sentAtMs = performance.now()
      socket.write(next())
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      if (!isWhole(received)) return
      if (received[CLASS_AT] !== SUCCESS) return socket.destroy(new Error(received.toString()))
      received = undefined
      const nowMs = performance.now()
      latenciesMs.push(nowMs - sentAtMs)
      if (nowMs < endAtMs) return pauseMs > 0 ? void setTimeout(ask, pauseMs) : ask()
      socket.removeAllListeners('close').destroy()
      resolve()
    })
    ask()
  })

/** Whether these bytes are exactly one complete response. */
const isWhole = (bytes: Buffer): boolean => {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return false
  const lengthAt = bytes.indexOf(LENGTH) + LENGTH.length
  const length = Number.parseInt(bytes.toString('latin1', lengthAt, lengthAt + 10), 10)
  return bytes.length === headEnd + HEAD_END.length + length
}
