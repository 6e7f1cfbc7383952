import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './body.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

type Pending = { request: IncomingMessage; response: ServerResponse }

/** From this many waiting requests on, nothing more is read from their connection. */
const MAX_WAITING = 16
/**
 * Waiting requests of all connections. One chunk off the wire holds thousands of the shortest; a client that opens many
 * connections to send such chunks on each would fill the memory.
 */
const MAX_WAITING_IN_ALL = 65_536
/** The time for the rest of a message whose own time ran out while its connection waited for us. */
const LATE_MS = 8_000

export type RequestQueues = ReturnType<typeof requestQueues>

/**
 * Serves one request at a time of each connection. Those that a client sends ahead wait in the order in which they came;
 * the next begins when the response to the last is out and all other connections have had their turn.
 */
export const requestQueues = (
  server: Server,
  handle: Handle,
  /** Told of a request that offers another protocol and whose body comes in chunks. */
  onChunksBesideUpgrade: (request: IncomingMessage) => void = () => {},
) => {
  const queues = new WeakMap<Socket, RequestQueue>()
  const total = { waiting: 0 }
  server.on('connection', (socket) => {
    // A connection comes back when it has offered another protocol.
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
    /** Drops the requests that arrive from now on. Returns false if somebody has called this before. */
    stop: (socket: Socket): boolean => queues.get(socket)?.stop() ?? false,

    isIdle: (socket: Socket): boolean => queues.get(socket)?.isIdle() ?? true,

    /**
     * Resolves when every complete request has its response: with the request whose end has not arrived, if there is one
     * and it is being served.
     */
    incomplete: async (socket: Socket): Promise<Pending | undefined> =>
      queues.get(socket)?.incomplete(),

    /** Whether a message took too long only because its connection waited for us. It gets more time then. */
    extend: (socket: Socket): boolean => queues.get(socket)?.extend() ?? false,
  }
}

const offersUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')

type RequestQueue = ReturnType<typeof requestQueue>

/** How many requests there were when a message was late, and that message where it is a body. */
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

  /** Once the chunk is parsed, because Node resumes the socket behind each request in it. */
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

  // A client that ends its side still gets the responses to what it has sent. Node would end ours at once.
  socket.prependOnceListener('end', () => {
    if (!current) return
    hasEnded = true
    const { headersSent, writableEnded } = current.response
    // Nobody stays to read a stream without an end.
    if (headersSent && !writableEnded && waiting.length === 0) socket.destroy()
    const { end } = socket
    socket.end = (() => socket) as Socket['end']
    // Node calls it before the next tick, unless the message is incomplete.
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
      while (current?.request.complete)
        await new Promise<void>((resolve) => void onChange.push(resolve))
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
