export const ACCEPTED = '.csv,.tsv,.txt,.json,.ndjson,text/csv,text/plain,application/json'
/** The server takes no larger one. */
const MAX_MEGABYTES = 20

/** Advice about a file that the store cannot read; undefined if it may be readable. */
export const fileFault = async (file: File): Promise<string | undefined> => {
  if (file.size === 0) return 'This file is empty. Export it again, or choose another file.'
  if (file.size > MAX_MEGABYTES * 1_000_000) {
    return `This file is larger than ${MAX_MEGABYTES} MB. Split it into smaller files, or import it on the command line.`
  }
  if (await isWorkbook(file)) {
    return 'This is a spreadsheet of Excel, Numbers or LibreOffice. Open it there, save it as CSV (in Excel: “CSV UTF-8”), and choose that file.'
  }
  if (/\.pdf$/i.test(file.name)) {
    return 'This is a PDF. Export the animals as CSV or JSON instead.'
  }
  return undefined
}

/** They are ZIP files, or begin as Excel's older files do. */
const isWorkbook = async (file: File): Promise<boolean> => {
  const begin = [...new Uint8Array(await file.slice(0, 4).arrayBuffer())]
  const begins = (...bytes: number[]) => bytes.every((byte, at) => begin[at] === byte)
  return begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0)
}

/** `86 KB` */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return bytesFormat('byte').format(bytes)
  if (bytes < 999_500) return bytesFormat('kilobyte').format(Math.round(bytes / 1_000))
  return bytesFormat('megabyte').format(bytes / 1_000_000)
}

const bytesFormat = (unit: 'byte' | 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
