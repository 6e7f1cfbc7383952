export const ACCEPTED = '.csv,.tsv,.txt,.json,.geojson,.ndjson,text/csv,text/plain,application/json'
/** The server takes no larger one. */
const MAX_MEGABYTES = 20

/** Advice about a file that is not worth sending; undefined if it may be readable. */
export const fileFault = ({ size }: File): string | undefined => {
  if (size === 0) return 'This file is empty. Export it again, or choose another file.'
  if (size > MAX_MEGABYTES * 1_000_000) {
    return `This file is larger than ${MAX_MEGABYTES} MB. Split it into smaller files, or import it on the command line.`
  }
  return undefined
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
