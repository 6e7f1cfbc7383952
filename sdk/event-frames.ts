/** One event of a stream, as it came. */
export type Frame = {
  /** The last id the stream has told so far. */
  id: string | undefined
  /** Empty when the frame only tells an id. */
  data: string
}

/**
 * Server-Sent Events (WHATWG HTML section 9.2.6) out of the bytes of an answer. Only whole events: what a lost
 * connection cut off is dropped.
 */
export async function* eventFrames(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Frame, void, undefined> {
  let id: string | undefined
  let isIdNew = false
  let data: string[] = []
  for await (const line of lines(chunks)) {
    if (line === '') {
      if (data.length > 0 || isIdNew) yield { id, data: data.join('\n') }
      data = []
      isIdNew = false
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) {
      id = value
      isIdNew = true
    }
  }
}

async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be half a line end.
    const whole = rest.split(/\r\n|\n|\r(?!$)/)
    rest = whole.pop() ?? ''
    yield* whole
  }
}
