import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './body.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

type Pending = { request: IncomingMessage; response: ServerResponse }

/** With this many waiting requests, nothing more is read from their connection. */
const MAX_WAITING = 16
/**
 * The limit across all connections. One chunk holds thousands of the shortest requests, and a client could fill the
 * memory by sending such chunks on many connections.
 */
const MAX_WAITING_IN_ALL = 65_536
/** Extra time for a message that timed out while its connection waited for us. */
const LATE_MS = 8_000

export type RequestQueues = ReturnType<typeof requestQueues>

/**
 * Serves one request at a time on each connection. Pipelined requests wait in order; the next one begins when the
 * previous response has been sent and every other connection has had its turn.
 */
export const requestQueues = (
  server: Server,
  handle: Handle,
  /** Called for a request that offers another protocol and has a chunked body. */
  onChunksBesideUpgrade: (request: IncomingMessage) => void = () => {},
) => {
  const queues = new WeakMap<Socket, RequestQueue>()
  const total = { waiting: 0 }
  server.on('connection', (socket) => {
    // The connection is already known if it has offered another protocol before.
    if (!queues.has(socket)) queues.set(socket, requestQueue(socket, handle, total))
  })
  server.on('request', (request, response) => {
    // Node drops what arrived in one chunk with the body of a request that offers another protocol.
    if (offersUpgrade(request) && announcesBody(request)) {
      response.setHeader('Connection', 'close')
      if (request.headers['transfer-encoding'] !== undefined) onChunksBesideUpgrade(request)
    }
    queues.get(request.socket)?.add({ request, response })
  })
  return {
    /** Drops requests that arrive from now on. Returns false if it was called before. */
    stop: (socket: Socket): boolean => queues.get(socket)?.stop() ?? false,

    isIdle: (socket: Socket): boolean => queues.get(socket)?.isIdle() ?? true,

    /** Resolves when every complete request has its response, with the incomplete request if one is being served. */
    incomplete: async (socket: Socket): Promise<Pending | undefined> => queues.get(socket)?.incomplete(),

    /**
     * Gives a message more time if it was late only because its connection waited for us, and returns whether it was.
     */
    extend: (socket: Socket): boolean => queues.get(socket)?.extend() ?? false,
  }
}

const offersUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')

type RequestQueue = ReturnType<typeof requestQueue>

/** The number of requests when a message was late, and the message if it was a body. */
type Late = { requests: number; body: IncomingMessage | undefined }

const requestQueue = (socket: Socket, handle: Handle, total: { waiting: number }) => {
  const waiting: Pending[] = []
  let current: Pending | undefined
  let isPausing = false
  let hasEnded = false
  let isStopped = false
  let late: Late | undefined
  let requests = 0
  let onChange: (() => void)[] = []

  const changed = (): void => {
    const listeners = onChange
    onChange = []
    for (const listener of listeners) listener()
  }

  /** Deferred until the chunk is parsed, because Node resumes the socket after each request in it. */
  const pauseSoon = (): void => {
    if (isPausing) return
    isPausing = true
    process.nextTick(() => {
      isPausing = false
      if (waiting.length >= MAX_WAITING) socket.pause()
    })
  }

  const begin = (pending: Pending): void => {
    current = pending
    if (onChange.length > 0) changed()
    pending.response.on('close', responded)
    handle(pending.request, pending.response)
  }

  const responded = (): void => {
    if (waiting.length > 0) return void setImmediate(beginNext)
    current = undefined
    changed()
    if (hasEnded) socket.end()
    else if (late) limitLate(late)
  }

  const beginNext = (): void => {
    const next = waiting.shift()
    if (!next) return
    total.waiting -= 1
    if (waiting.length < MAX_WAITING && socket.isPaused()) socket.resume()
    if (late && waiting.length === 0) limitLate(late)
    begin(next)
  }

  const limitLate = ({ requests: before, body }: Late): void => {
    late = undefined
    const timer = setTimeout(() => {
      if (requests === before && !body?.complete) socket.destroy()
    }, LATE_MS)
    socket.once('close', () => clearTimeout(timer))
  }

  // A client that closes its side still gets the responses to what it sent. Node would close ours at once.
  socket.prependOnceListener('end', () => {
    if (!current) return
    hasEnded = true
    const { headersSent, writableEnded } = current.response
    // The client is gone, so an endless stream has no reader.
    if (headersSent && !writableEnded && waiting.length === 0) socket.destroy()
    const { end } = socket
    socket.end = (() => socket) as Socket['end']
    // Node ends the message before the next tick, unless it is incomplete.
    process.nextTick(() => {
      socket.end = end
    })
  })

  socket.once('close', () => {
    total.waiting -= waiting.length
    waiting.length = 0
    current = undefined
    changed()
  })

  return {
    add(pending: Pending): void {
      if (isStopped || !socket.writable) return
      requests += 1
      if (!current) {
        begin(pending)
        return
      }
      waiting.push(pending)
      total.waiting += 1
      if (total.waiting > MAX_WAITING_IN_ALL) socket.destroy()
      else if (waiting.length >= MAX_WAITING) pauseSoon()
    },

    stop(): boolean {
      const wasStopped = isStopped
      isStopped = true
      return !wasStopped
    },

    isIdle: (): boolean => current === undefined,

    async incomplete(): Promise<Pending | undefined> {
      while (current?.request.complete) await new Promise<void>((resolve) => void onChange.push(resolve))
      return current
    },

    extend(): boolean {
      const last = waiting.at(-1)
      if (!last) return false
      late = { requests, body: last.request.complete ? undefined : last.request }
      return true
    },
  }
}
