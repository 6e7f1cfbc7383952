import { ConnectionError } from './errors.ts'

/** Much longer than any event of the service, so that a faulty server cannot fill the memory. */
const MAX_EVENT_LENGTH = 4 * 1_048_576

/** One event of a stream, as received. */
type Frame = {
  /** The last id that the stream sent. */
  id: string | undefined
  /** Empty if the frame has only an id. */
  data: string
}

/**
 * Parses Server-Sent Events (WHATWG HTML section 9.2.6) from the bytes of a response. Returns only complete events: an
 * event cut off by a lost connection is dropped. Throws a {@link ConnectionError} if an event is too long.
 */
export async function* eventFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, undefined> {
  let id: string | undefined
  let isIdNew = false
  let data: string[] = []
  let length = 0
  for await (const line of lines(chunks)) {
    if (line === '') {
      if (data.length > 0 || isIdNew) yield { id, data: data.join('\n') }
      data = []
      length = 0
      isIdNew = false
      continue
    }
    length += line.length
    checkLength(length)
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
    // A carriage return at the end may be the first half of a line end.
    const whole = rest.split(/\r\n|\n|\r(?!$)/)
    rest = whole.pop() ?? ''
    checkLength(rest.length)
    yield* whole
  }
}

const checkLength = (length: number): void => {
  if (length <= MAX_EVENT_LENGTH) return
  throw new ConnectionError(`an event is longer than ${MAX_EVENT_LENGTH} characters`)
}
