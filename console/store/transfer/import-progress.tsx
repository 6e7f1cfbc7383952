import { Button, Group, Progress, Text } from '@mantine/core'
import { csvText } from '../../platform/csv.ts'
import { Failure } from '../../platform/failure.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { saveCsv } from '../../platform/save-file.ts'
import { endImport, type ImportJob, pauseImport, resumeImport } from './import-job.ts'
import type { RejectedRow } from './import-outcome.ts'
import { RejectedTable } from './rejected-table.tsx'

/** How far an import is, what became of its rows, and which of them were rejected. */
export const ImportProgress = ({ job, onEnd }: { job: ImportJob; onEnd: () => void }) => {
  const { file, state, done, rejected, error } = job
  const total = file.rows.length
  const end = () => {
    endImport()
    onEnd()
  }
  return (
    <Panel title={`Import of ${file.name}`} aside={stateText(job)}>
      <Progress value={(done / total) * 100} aria-label="Imported" transitionDuration={120} />
      <Text size="sm" mt="xs" role="status">
        {formatCount(done)} of {formatCounted(total, 'row')}: {countsText(job)}
      </Text>
      {state === 'paused' && error ? <Failure error={error} /> : null}
      <Group gap="xs" mt="sm">
        {state === 'running' && (
          <Button variant="default" onClick={pauseImport}>
            Pause
          </Button>
        )}
        {state === 'paused' && <Button onClick={resumeImport}>Continue</Button>}
        {rejected.length > 0 && (
          <Button variant="default" onClick={() => saveCsv(reportName(job), reportText(rejected))}>
            Download the error report
          </Button>
        )}
        {state !== 'running' && (
          <Button variant="default" onClick={end}>
            {state === 'done' ? 'Import another file' : 'Give up'}
          </Button>
        )}
      </Group>
      {rejected.length > 0 && <RejectedTable rejected={rejected} />}
    </Panel>
  )
}

const stateText = ({ state, error }: ImportJob): string => {
  if (state === 'running') return 'You can use other pages meanwhile'
  if (state === 'done') return 'Done'
  return error ? 'Interrupted' : 'Paused'
}

const countsText = ({ added, updated, unchanged, rejected }: ImportJob): string =>
  [
    `${formatCount(added)} added`,
    `${formatCount(updated)} updated`,
    ...(unchanged > 0 ? [`${formatCount(unchanged)} unchanged`] : []),
    `${formatCount(rejected.length)} rejected`,
  ].join(', ')

const reportName = ({ file }: ImportJob): string => `${file.name}.errors.csv`

/** Enough of a row to find it by. */
const MAX_VALUE = 2_000

/** As the command line writes it. */
const reportText = (rows: readonly RejectedRow[]): string =>
  csvText([
    ['line', 'field', 'code', 'message', 'value'],
    ...rows.flatMap(({ line, raw, faults }) =>
      faults.map(({ field, code, message, value = raw.slice(0, MAX_VALUE) }) => [
        ...[line, field, code, message, value],
      ]),
    ),
  ])
