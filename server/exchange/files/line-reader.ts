import { ImportFault } from './file-format.ts'
import { MAX_LINE } from './separated-reader.ts'

/** Lines that are not blank; a last call without text returns the rest. */
export const lineReader = () => {
  let rest = ''
  let line = 0
  return (text?: string): { line: number; raw: string }[] => {
    const lines = (rest + (text ?? '\n')).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new ImportFault(`line ${line + lines.length + 1} has no end`)
    return lines.flatMap((raw) => {
      line += 1
      return raw.trim() === '' ? [] : [{ line, raw: raw.replace(/\r$/, '') }]
    })
  }
}
