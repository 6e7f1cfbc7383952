/** What ends a head, and a chunked body with its trailers (RFC 9112 sections 2.1 and 7.1). */
const END = '\r\n\r\n'
const LINE_FEED = 10
/** No head as short as this can be too long: where its first line ends is not worth a look. */
const SHORT_HEAD_BYTES = 8_192

/**
 * Cuts what comes off the wire into parts that never reach into the next message: a part ends where a head, a chunked
 * body or a body of known length ends, or earlier.
 */
export const messageCutter = () => {
  /** What is still to come of a body of known length. */
  let bodyBytes = 0
  /** The last bytes of what has no end yet. */
  let tail = ''
  let isEnded = true
  let line = { bytes: 0, isWhole: false }

  const endOfText = (bytes: Buffer, at: number): number => {
    if (tail !== '') {
      // The end may stand across two parts.
      const seam = (tail + bytes.toString('latin1', at, at + END.length - 1)).indexOf(END)
      if (seam >= 0) return at + seam + END.length - tail.length
    }
    const end = bytes.indexOf(END, at, 'latin1')
    return end < 0 ? -1 : end + END.length
  }

  const followLine = (bytes: Buffer, at: number, end: number): void => {
    if (line.isWhole) return
    const feed = bytes.indexOf(LINE_FEED, at)
    line.isWhole = feed >= 0 && feed < end
    line.bytes += (line.isWhole ? feed : end) - at
  }

  return {
    /** Where the part ends that begins at `at`. */
    cut(bytes: Buffer, at: number): number {
      if (bodyBytes > 0) {
        const end = Math.min(at + bodyBytes, bytes.length)
        bodyBytes -= end - at
        return end
      }
      if (isEnded) line = { bytes: 0, isWhole: false }
      const found = endOfText(bytes, at)
      const end = found < 0 ? bytes.length : found
      if (!isEnded || found < 0 || end - at > SHORT_HEAD_BYTES) followLine(bytes, at, end)
      isEnded = found >= 0
      tail = isEnded ? '' : (tail + bytes.toString('latin1', Math.max(at, end - 3), end)).slice(-3)
      return end
    },

    /** The head that was cut last announces a body of this length. */
    expectBody(length: number): void {
      bodyBytes = length
    },

    /** Length of the first line of the head that was cut last, as far as it has come. */
    lineBytes: (): number => line.bytes,
  }
}
