import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import type { Rule } from '../../exchange/animal-formats/animal-format.ts'
import { type Encoding, type Format, ImportFault } from '../../exchange/files/file-format.ts'
import { otherKind } from '../../exchange/files/file-kind.ts'
import { findList } from '../../exchange/files/json-list.ts'
import { anyList, recognizeFile } from '../../exchange/files/recognized-file.ts'
import { guessEncodings } from '../../exchange/files/text-encoding.ts'
import { headOf } from '../../exchange/imports/stored-file.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { visibleText } from '../../platform/visible-text.ts'

const BEGIN_BYTES = 4_096

const beginningOf = (path: string): Buffer => {
  const file = openSync(path, 'r')
  try {
    const begin = Buffer.alloc(BEGIN_BYTES)
    return begin.subarray(0, readSync(file, begin))
  } finally {
    closeSync(file)
  }
}

/** Files of other systems often have the wrong extension. */
export const contentFormat = (path: string): Format =>
  /^(?:\xef\xbb\xbf)?\s*[[{]/.test(beginningOf(path).toString('latin1')) ? 'json' : 'csv'

/** Throws `ImportFault` for a workbook, a PDF and the like. */
export const checkKind = (path: string): void => {
  const other = otherKind(beginningOf(path))
  if (other !== undefined) throw new ImportFault(other)
}

/** The encoding of a file. If it is not UTF-8, prints which one is taken. */
export const likeliestEncoding = async (path: string, signal: AbortSignal): Promise<Encoding> => {
  const [likeliest, ...others] = await guessEncodings(createReadStream(path, { signal }))
  if (!likeliest) return 'utf-8'
  const { encoding, samples } = likeliest
  const choices = others.map((other) => `; --encoding ${other.encoding}: ${other.samples.join(', ')}`)
  console.error(
    visibleText(`The file is not UTF-8, so it is read as ${encoding}: ${samples.join(', ')}${choices.join('')}.`),
  )
  return encoding
}

type Mapped = { map: readonly Rule[] | undefined; encoding: Encoding }

/** Names columns that look like ids if the map has none: without ids, a later import adds every animal again. */
export const askForIds = async (path: string, { map, encoding }: Mapped): Promise<void> => {
  if (!map || map.some(({ to }) => to === 'externalId')) return
  for (const { name, samples } of await likelyIds(path, encoding)) {
    console.error(
      visibleText(
        `The column ${name} looks like the ids of the animals (${samples.join(', ')}): with ${name}=externalId in ` +
          '--map, a later import finds the animals instead of adding them again.',
      ),
    )
  }
}

const likelyIds = async (path: string, encoding: Encoding) => {
  try {
    const list = await findList(createReadStream(path), anyList)
    const encodings = [{ encoding, samples: [] }]
    const nowMs = clock.nowMs()
    const head = await headOf(path)
    const { columns } = recognizeFile({ head, fileName: path, encodings, list, nowMs })
    return columns.filter(({ field, looksLikeId }) => looksLikeId || field === 'externalId')
  } catch (error) {
    // The import itself says what is wrong with the file.
    if (error instanceof ImportFault) return []
    throw error
  }
}
