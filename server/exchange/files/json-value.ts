const MAX_DEPTH = 200

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
export const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
export const opens = (code: number) => code === 123 || code === 91
export const closes = (code: number) => code === 125 || code === 93

/** A value that has begun. */
export type OpenValue = {
  /** Continues reading; `to` is where it stopped. */
  read(text: string, from: number): { to: number; isWhole: boolean }
  text(): string
}

/**
 * Reads any value to its end. Only text up to `most` characters is stored, and more is an error;
 * without `most`, none is.
 */
export const openValue = (most: number | undefined, fault: (text: string) => never): OpenValue => {
  const pieces: string[] = []
  let length = 0
  let depth = 0
  let isInText = false
  let isEscaped = false
  let isPlain: boolean | undefined

  /** The position after the value's last character, if it is in this chunk. */
  const endIn = (text: string, from: number): number | undefined => {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) {
          isInText = false
          if (depth === 0) return at + 1
        }
        continue
      }
      isPlain ??= !opens(code) && code !== QUOTE
      if (isPlain && (isBlank(code) || code === COMMA || closes(code))) return at
      if (code === QUOTE) isInText = true
      else if (opens(code)) {
        depth += 1
        if (depth > MAX_DEPTH) fault(`it is nested more than ${MAX_DEPTH} deep`)
      } else if (closes(code)) {
        depth -= 1
        if (depth === 0) return at + 1
      }
    }
    return undefined
  }

  return {
    read(text, from) {
      const end = endIn(text, from)
      const to = end ?? text.length
      if (most !== undefined) {
        length += to - from
        if (length > most) fault(`the next one is longer than ${most} characters`)
        pieces.push(text.slice(from, to))
      }
      return { to, isWhole: end !== undefined }
    },
    text: () => pieces.join(''),
  }
}

/** The text of a key or value in quotes; empty if it is not well-formed. */
export const textOf = (raw: string): string => {
  try {
    return String(JSON.parse(raw))
  } catch {
    return ''
  }
}
