import { isUtf8 } from 'node:buffer'
import type { Fault } from '../../platform/http/http-error.ts'
import type { CsvFault } from './csv.ts'
import type { Encoding } from './file-format.ts'

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

/**
 * The cells of all columns: spreadsheets leave out empty ones at the end of a row, or add some. Undefined if the row
 * ends before the column `last`, or has a text behind the last one.
 */
export const cellsOf = (
  fields: readonly string[],
  { columns, last }: { columns: number; last: number },
): string[] | undefined => {
  if (fields.length <= last || fields.slice(columns).some((field) => field.trim() !== '')) {
    return undefined
  }
  return Array.from({ length: columns }, (_, at) => fields[at] ?? '')
}

/** Decodes bytes, given as one character each; undefined if they are invalid in this encoding. */
export const decode = (bytes: string, encoding: Encoding): string | undefined => {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  if (encoding !== 'utf-8') return decodeBytes(bytes, encoding)
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined
}

export const notUtf8 = 'is not valid UTF-8 (--encoding windows-1252 reads what older programs write)'

/**
 * Follows the web: text labelled Latin-1 is mostly Windows-1252, which has letters where Latin-1 has control
 * characters.
 */
const decoders: Readonly<Record<Encoding, TextDecoder>> = {
  'utf-8': new TextDecoder('utf-8'),
  latin1: new TextDecoder('windows-1252'),
  'windows-1252': new TextDecoder('windows-1252'),
  'windows-1250': new TextDecoder('windows-1250'),
}

/** Decodes bytes, given as one character each. Invalid ones become replacement characters. */
export const decodeBytes = (bytes: string, encoding: Encoding): string =>
  decoders[encoding].decode(Buffer.from(bytes, 'latin1'))

export const fromLatin1 = (bytes: string): string => decodeBytes(bytes, 'windows-1252')
