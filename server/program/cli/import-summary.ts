import type { ImportResult } from '../../exchange/transfer/import.service.ts'
import type { FieldCount, LeftOut } from '../../exchange/transfer/left-out.ts'
import type { Encoding } from '../../exchange/transfer/transfer.ts'
import { counted, was } from '../../platform/counted.ts'
import { visibleText } from '../../platform/visible-text.ts'
import { durationText, printJson, rateText } from './output.ts'
import { Failed } from './usage.ts'

/** The options of the command that affect the summary. */
type Options = { json?: true; from?: unknown; map?: unknown; photos?: true }

type Printed = {
  file: string
  report: string
  tookMs: number
  options: Options
  encoding: Encoding
}

export const printSummary = (
  result: ImportResult,
  { file, report, tookMs, options, encoding }: Printed,
): void => {
  const { state, rows, added, updated, unchanged, refused, rowsBefore } = result
  const rowsPerSecond = Math.round(((rows - rowsBefore) / Math.max(1, tookMs)) * 1_000)
  const counts = { rows, added, updated, unchanged, refused, rowsBefore }
  const isPartial = (result.left?.notImported ?? 0) > 0 || (result.left?.departed.length ?? 0) > 0
  const isReported = refused > 0 || isPartial
  const shown = isReported && state !== 'done before' ? report : undefined
  const left = hasLeft(result, options) ? result.left : undefined
  if (options.json) {
    printJson({
      ...{ file, state, encoding, ...counts, rowsPerSecond },
      ...(result.importId !== undefined && { importId: result.importId }),
      ...left,
      ...(shown && { report: shown }),
    })
  } else {
    console.log(summary(result, file, tookMs))
    if (left) for (const line of leftLines(left, report, options)) console.log(line)
    if (state === 'done') {
      console.log(
        `This is import ${result.importId}: import --undo ${result.importId} undoes it for 24 hours.`,
      )
    }
  }
  if (refused > 0) throw new Failed(rejectedText(result, shown))
}

const summary = (result: ImportResult, file: string, tookMs: number) => {
  const { state, rows, added, updated, unchanged, refused, rowsBefore } = result
  if (state === 'refused') return 'Nothing was imported.'
  const counts = `${counted(rows, 'row')}: ${added} added, ${updated} updated, ${unchanged} unchanged, ${refused} refused${goneText(result)}`
  if (state === 'done before') {
    return `${file} was imported before (${counts}); nothing was done. --again imports it once more.`
  }
  if (state === 'checked') return `Nothing was changed. Of ${counts.replace(':', ' would be:')}.`
  return `${counts}, in ${durationText(tookMs)}${rateText(rows - rowsBefore, tookMs)}.`
}

/** Explains the difference, so that the counts add up to the number of rows. */
const goneText = ({ left }: ImportResult): string =>
  left && left.departedAnimals > 0 ? `, ${left.departedAnimals} left out` : ''

const hasLeft = ({ left }: ImportResult, { from, map, photos }: Options): boolean =>
  left !== undefined &&
  (from !== undefined ||
    map !== undefined ||
    photos === true ||
    left.notImported > 0 ||
    left.headerRows > 0)

const leftLines = (left: LeftOut, report: string, { photos }: Options): string[] => {
  const { noPlace, converted, notImported, photosNamed, photosAdded } = left
  const list = (counts: FieldCount[]) =>
    counts.map(({ field, rows }) => `${visibleText(field)} (${rows})`).join(', ')
  const gone = left.departedAnimals
  return [
    ...(gone > 0
      ? [
          `${counted(gone, 'animal')} ${was(gone)} left out because they have left the shelter ` +
            `(${statuses(left)}): --with-departed includes them; see ${report}`,
        ]
      : []),
    ...(left.headerRows > 0
      ? [`${counted(left.headerRows, 'row')} ${was(left.headerRows)} left out: a repeated header.`]
      : []),
    ...(left.otherRows > 0
      ? [`${counted(left.otherRows, 'row')} ${was(left.otherRows)} left out: no animal is named.`]
      : []),
    ...(left.statusAssumed > 0
      ? [
          `${counted(left.statusAssumed, 'animal')} without a status ${was(left.statusAssumed)} taken as available.`,
        ]
      : []),
    ...(left.withoutIds > 0
      ? [
          `${counted(left.withoutIds, 'animal')} ${was(left.withoutIds)} without an id: ` +
            'another import adds them again.',
        ]
      : []),
    ...(notImported > 0
      ? [`${counted(notImported, 'value')} ${was(notImported)} left out: see ${report}`]
      : []),
    ...(noPlace.length > 0 ? [`There is no field here for: ${list(noPlace)}`] : []),
    ...(converted.length > 0 ? [`In another form now: ${list(converted)}`] : []),
    ...(photosNamed > 0 && !photos
      ? [
          `${counted(photosNamed, 'photo')} ${was(photosNamed)} not fetched: --photos --again adds them.`,
        ]
      : []),
    ...(photos
      ? [`${photosAdded} of ${counted(photosNamed, 'photo')} ${was(photosAdded)} added.`]
      : []),
  ]
}

const statuses = ({ departed }: LeftOut): string =>
  departed.map(({ status, animals }) => `${visibleText(status)}: ${animals}`).join(', ')

const rejectedText = ({ refused }: ImportResult, report: string | undefined): string =>
  `${counted(refused, 'row')} ${was(refused)} refused${report ? `: see ${report}` : ''}`
