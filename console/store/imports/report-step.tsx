import type { Import, ImportSummary } from '@adoption-store/client'
import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { formatTime } from '../../platform/time-format.ts'
import { DownloadReport } from './download-report.tsx'
import classes from './import-page.module.css'
import { Outcomes } from './outcomes.tsx'
import { useFindings } from './reasons.ts'
import { rowName } from './sources.ts'
import { UndoPanel } from './undo-panel.tsx'

/** Shows what an import did and what it left out. */
export const ReportStep = ({ of, summary }: { of: Import; summary: ImportSummary }) => {
  const { data: findings } = useFindings(of, summary)
  const count = summary.added + summary.updated
  return (
    <>
      <Panel
        title={count === 0 ? 'Nothing was imported' : `${formatCounted(count, 'animal')} imported`}
        aside={of.finishedAt && formatTime(of.finishedAt)}
      >
        <p className={classes.counts}>
          {countsText(summary)}
          {summary.published > 0 && `. On your site now: ${formatCount(summary.published)}`}
        </p>
        <Group gap="xs">
          <Button component={Link} to="/animals">
            View animals
          </Button>
          {hasReport(summary) && <DownloadReport of={of} label="Download report" />}
        </Group>
      </Panel>
      <Outcomes summary={summary} findings={findings} isDone row={rowName(of)} />
      <UndoPanel of={of} summary={summary} />
    </>
  )
}

const hasReport = (summary: ImportSummary): boolean => {
  const { refused, valuesLeftOut, leftOut, markedAsLeft, mergedRows } = summary
  return refused + valuesLeftOut + leftOut + markedAsLeft + mergedRows > 0
}

/** `189 added, 3 updated, 12 unchanged, 6 refused, 4 left out.` */
export const countsText = ({ added, updated, unchanged, refused, leftOut }: ImportSummary): string =>
  [
    `${formatCount(added)} added`,
    `${formatCount(updated)} updated`,
    ...(unchanged > 0 ? [`${formatCount(unchanged)} unchanged`] : []),
    `${formatCount(refused)} refused`,
    ...(leftOut > 0 ? [`${formatCount(leftOut)} left out`] : []),
  ].join(', ')
