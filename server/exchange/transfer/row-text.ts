import { isUtf8 } from 'node:buffer'
import type { Fault } from '../../platform/http/http-error.ts'
import type { CsvFault } from './csv.ts'
import type { Encoding } from './transfer.ts'

export const csvFaults: Record<CsvFault, string> = {
  unclosed_quote: 'has an unclosed quote',
  text_after_quote: 'has text after a closing quote, or an unclosed quote',
}

export const refused = (
  line: number,
  raw: string,
  field: string,
  code: string,
  message: string,
): { line: number; raw: string; faults: Fault[] } => ({
  line,
  raw,
  faults: [{ field, code, message }],
})

/** Decodes bytes, given as one character each; undefined if they are invalid in this encoding. */
export const decode = (bytes: string, encoding: Encoding): string | undefined => {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  if (encoding === 'latin1') return fromLatin1(bytes)
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined
}

export const notUtf8 = 'is not valid UTF-8 (--encoding latin1 reads Latin-1)'

/**
 * Follows the web: text labelled Latin-1 is mostly Windows-1252, which has letters where Latin-1 has control
 * characters.
 */
export const fromLatin1 = (bytes: string): string =>
  windows1252.decode(Buffer.from(bytes, 'latin1'))
const windows1252 = new TextDecoder('windows-1252')
