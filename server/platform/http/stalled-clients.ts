import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const CHECKS = 30
const LONGEST_CHECK_MS = 1_000

/** What was given to the kernel, and what of it the kernel has not taken; Node's own timeouts look there too. */
type SocketWithHandle = Socket & {
  _handle?: { bytesWritten: number; writeQueueSize: number } | null
}

type Progress = { sentBytes: number; sinceMs: number }

export type StallOptions = { stallMs: number; steadyMs: () => number }

/**
 * Disconnects clients that have been sent something and take none of it for `stallMs`. One that reads slowly is kept:
 * what counts is that the number of bytes on their way goes down. (The kernel has a buffer of its own, and says so only
 * when a good part of that is free again.) Returns the check, which runs by itself while anybody is connected.
 */
export const dropStalled = (server: Server, { stallMs, steadyMs }: StallOptions): (() => void) => {
  const open = new Map<Socket, Progress | undefined>()
  let timer: NodeJS.Timeout | undefined

  const check = () => {
    const nowMs = steadyMs()
    for (const [socket, last] of open) {
      if (socket.writableLength === 0) {
        if (last) open.set(socket, undefined)
        continue
      }
      const sentBytes = bytesTaken(socket)
      if (last?.sentBytes !== sentBytes) open.set(socket, { sentBytes, sinceMs: nowMs })
      // A reset, as what is left would keep the kernel's memory for minutes.
      else if (nowMs - last.sinceMs >= stallMs) socket.resetAndDestroy()
    }
  }

  server.on('connection', (socket) => {
    open.set(socket, undefined)
    timer ??= setInterval(check, Math.min(LONGEST_CHECK_MS, stallMs / CHECKS)).unref()
    socket.once('close', () => {
      open.delete(socket)
      if (open.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  })
  return check
}

const bytesTaken = ({ _handle }: SocketWithHandle): number =>
  _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
