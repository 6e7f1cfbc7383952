import type { Encoding } from '../../exchange/files/file-format.ts'
import type { ImportResult } from '../../exchange/files/import.service.ts'
import type { FieldCount, LeftOut } from '../../exchange/files/left-out.ts'
import { counted, was } from '../../platform/counted.ts'
import { visibleText } from '../../platform/visible-text.ts'
import { durationText, printJson, rateText } from './output.ts'
import { Failed } from './usage.ts'

/** The options of the command that affect the summary. */
type Options = { json?: true; from?: unknown; map?: unknown; photos?: true; dryRun?: true }

type Printed = {
  file: string
  report: string
  tookMs: number
  options: Options
  encoding: Encoding
}

export const printSummary = (result: ImportResult, { file, report, tookMs, options, encoding }: Printed): void => {
  const { state, rows, added, updated, unchanged, refused, rowsBefore } = result
  const rowsPerSecond = Math.round(((rows - rowsBefore) / Math.max(1, tookMs)) * 1_000)
  const counts = { rows, added, updated, unchanged, refused, rowsBefore }
  const isReported = refused > 0 || (result.left !== undefined && hasReport(result.left))
  const shown = isReported && state !== 'done before' ? report : undefined
  const { left } = result
  if (options.json) {
    printJson({
      file,
      state,
      encoding,
      ...counts,
      rowsPerSecond,
      ...(result.importId !== undefined && { importId: result.importId }),
      ...left,
      ...(shown && { report: shown }),
    })
  } else {
    console.log(summary(result, file, tookMs))
    if (left && hasLeft(left, options)) for (const line of leftLines(left, report, options)) console.log(line)
    if (state === 'done') {
      console.log(`This is import ${result.importId}: import --undo ${result.importId} undoes it for 24 hours.`)
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

const hasReport = ({ valuesLeftOut, leftOut, markedAsLeft, mergedRows }: LeftOut): boolean =>
  valuesLeftOut + leftOut + markedAsLeft + mergedRows > 0

/** Explains the difference, so that the counts add up to the number of rows. */
const goneText = ({ left }: ImportResult): string => (left && left.leftOut > 0 ? `, ${left.leftOut} left out` : '')

const hasLeft = (left: LeftOut, { from, map, photos }: Options): boolean =>
  from !== undefined ||
  map !== undefined ||
  photos === true ||
  left.valuesLeftOut > 0 ||
  left.published > 0 ||
  left.headerRows > 0

const leftLines = (left: LeftOut, report: string, { photos, dryRun, from, map }: Options): string[] => {
  const isForeign = from !== undefined || map !== undefined
  const { noPlace, converted, valuesLeftOut, photosNamed, photosAdded } = left
  const list = (counts: FieldCount[]) => counts.map(({ field, rows }) => `${visibleText(field)} (${rows})`).join(', ')
  const { leftOut: gone, markedAsLeft, published, mergedRows } = left
  return [
    ...(gone > 0
      ? [
          `${counted(gone, 'animal')} ${was(gone)} left out because they have left the shelter ` +
            `(${statuses(left)}): --with-departed includes them; see ${report}`,
        ]
      : []),
    ...(markedAsLeft > 0
      ? [
          `${counted(markedAsLeft, 'animal')} here ${dryRun ? 'would be' : was(markedAsLeft)} unpublished and marked as sold, ` +
            `because ${markedAsLeft === 1 ? 'it has' : 'they have'} left the shelter: see ${report}`,
        ]
      : []),
    ...(published > 0
      ? [
          `${counted(published, 'animal')} ${dryRun ? 'would be' : was(published)} published, and on the site at once${isForeign ? ': --drafts publishes none' : ''}.`,
        ]
      : []),
    ...(mergedRows > 0
      ? [`${counted(mergedRows, 'row')} ${was(mergedRows)} merged into other rows of the same animals: see ${report}`]
      : []),
    ...(left.headerRows > 0
      ? [`${counted(left.headerRows, 'row')} ${was(left.headerRows)} left out: a repeated header.`]
      : []),
    ...(left.otherRows > 0
      ? [
          `${counted(left.otherRows, 'row')} ${was(left.otherRows)} about treatments, costs, logs or photos, and not about an animal.`,
        ]
      : []),
    ...(left.statusAssumed > 0
      ? [`${counted(left.statusAssumed, 'animal')} without a status ${was(left.statusAssumed)} taken as available.`]
      : []),
    ...(left.withoutIds > 0
      ? [
          `${counted(left.withoutIds, 'animal')} ${was(left.withoutIds)} without an id: ` +
            'another import adds them again.',
        ]
      : []),
    ...(valuesLeftOut > 0 ? [`${counted(valuesLeftOut, 'value')} ${was(valuesLeftOut)} left out: see ${report}`] : []),
    ...(noPlace.length > 0 ? [`There is no field here for: ${list(noPlace)}`] : []),
    ...(converted.length > 0 ? [`In another form now: ${list(converted)}`] : []),
    ...(photosNamed > 0 && !photos
      ? [`${counted(photosNamed, 'photo')} ${was(photosNamed)} not fetched: --photos --again adds them.`]
      : []),
    ...(photos ? [`${photosAdded} of ${counted(photosNamed, 'photo')} ${was(photosAdded)} added.`] : []),
  ]
}

const statuses = ({ departed }: LeftOut): string =>
  departed.map(({ status, animals }) => `${visibleText(status)}: ${animals}`).join(', ')

const rejectedText = ({ refused }: ImportResult, report: string | undefined): string =>
  `${counted(refused, 'row')} ${was(refused)} refused${report ? `: see ${report}` : ''}`
