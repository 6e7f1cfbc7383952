import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, gzip, type ZlibOptions } from 'node:zlib'
import { fairLimit } from '../../platform/fair-limit.ts'

/** Each takes up to 20 MB and one of Node's four threads, which files and passwords need too. */
const AT_ONCE = 2

/** Everything that is compressed on another thread waits here, whatever it is for. */
const inTurn = fairLimit(AT_ONCE)

const brotliText = promisify(brotliCompress)
const gzipText = promisify(gzip)

/** Compresses on another thread. Owners, such as the addresses of visitors, take turns. */
export const compressLater = (
  owner: string | undefined,
  text: string | Buffer,
  options: { br: BrotliOptions } | { gzip: ZlibOptions },
): Promise<Buffer> =>
  inTurn(owner ?? '', () => ('br' in options ? brotliText(text, options.br) : gzipText(text, options.gzip)))
