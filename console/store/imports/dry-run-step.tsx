import type { Import, ImportOptions, ImportSummary } from '@adoption-store/client'
import { Alert, Anchor, Button, Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Failure } from '../../platform/failure.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { DownloadReport } from './download-report.tsx'
import classes from './import-page.module.css'
import { useCheckImport, useRunImport } from './imports.ts'
import { Outcomes } from './outcomes.tsx'
import questions from './questions.module.css'
import { Questions } from './questions.tsx'
import { useFindings } from './reasons.ts'
import { rowName, type Source } from './sources.ts'

type StepProps = {
  of: Import
  source: Source
  summary: ImportSummary
  onCheck: () => void
  back: ReactNode
}

/** Shows what an import would do, and asks whether to start it. */
export const DryRunStep = ({ of, source, summary, onCheck, back }: StepProps) => {
  const run = useRunImport(of.id)
  const { data: findings } = useFindings(of, summary)
  const count = summary.added + summary.updated
  const isAgain = of.importedBefore !== undefined
  return (
    <>
      <Questions of={of} needs={findings?.needs ?? []} onCheck={onCheck} />
      <Remarks of={of} summary={summary} />
      <Outcomes
        summary={summary}
        findings={findings}
        isDone={false}
        row={rowName(of)}
        all={<DownloadReport of={of} label="Download the complete list" />}
      />
      {source !== 'own' && <Choices of={of} summary={summary} onCheck={onCheck} />}
      {run.error ? <Failure error={run.error} /> : null}
      <div className={classes.go}>
        <Button onClick={() => run.mutate(isAgain)} loading={run.isPending} disabled={count === 0}>
          {count === 0 ? 'Nothing to import' : `Import ${formatCounted(count, 'animal')}`}
        </Button>
        {back}
        <p>
          {count === 0
            ? 'No row of this file adds or changes an animal.'
            : 'Nothing is saved yet. You can undo the import for 24 hours.'}
          {summary.published > 0 && <b> {publishedText(summary.published)}</b>}
        </p>
      </div>
    </>
  )
}

const publishedText = (published: number): string =>
  `${formatCount(published)} of these will appear on your site at once.`

/** Warnings before the import starts. */
const Remarks = ({ of, summary }: { of: Import; summary: ImportSummary }) => {
  const { statusAssumed, withoutIds, photosNamed, headerRows, otherRows, mergedRows } = summary
  const remarks: ReactNode[] = []
  if (of.importedBefore !== undefined) {
    remarks.push(
      <>
        This file was{' '}
        <Anchor component={Link} to={`/settings/transfer/imports/${of.importedBefore}`} underline="always" inherit>
          imported before
        </Anchor>
        . Importing it again resets its animals to the values in the file.
      </>,
    )
  }
  if (withoutIds > 0) {
    remarks.push(
      `${formatCounted(withoutIds, 'animal')} without an ID: importing a newer file later adds them a second time.`,
    )
  }
  if (statusAssumed > 0) {
    remarks.push(
      `The file has no status for ${formatCounted(statusAssumed, 'animal')}, so they are imported as available.`,
    )
  }
  if (photosNamed > 0) {
    remarks.push(
      `${formatCounted(photosNamed, 'photo')} named in the file. They are not fetched here: add photos on the page of an animal, or import on the command line with --photos.`,
    )
  }
  if (headerRows + otherRows > 0) {
    remarks.push(
      `${formatCounted(headerRows + otherRows, 'row')} skipped that contain no animal, such as repeated headings.`,
    )
  }
  if (mergedRows > 0) {
    remarks.push(
      `${formatCounted(mergedRows, 'row')} merged: of several rows with the same ID, the one with the latest date counts.`,
    )
  }
  if (remarks.length === 0) return null
  return (
    <Alert color="blue" mb="md" title="Good to know">
      <ul className={questions.remarks}>
        {remarks.map((remark, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no state
          <li key={at}>{remark}</li>
        ))}
      </ul>
    </Alert>
  )
}

type ChoicesProps = { of: Import; summary: ImportSummary; onCheck: () => void }

const Choices = ({ of, summary, onCheck }: ChoicesProps) => {
  const check = useCheckImport(of)
  const read = (options: ImportOptions) => check.mutate(options, { onSuccess: onCheck })
  const { drafts = false, withDeparted = false } = of.options
  return (
    <Panel title="Choices">
      <Stack gap="sm">
        <Checkbox
          label="Import all animals as drafts"
          description="They appear on your website only after somebody publishes them."
          checked={drafts}
          disabled={check.isPending}
          onChange={({ currentTarget }) => read({ drafts: currentTarget.checked })}
        />
        {(withDeparted || summary.leftOut > 0) && (
          <Checkbox
            label="Also import the animals that have left the shelter"
            description="They are imported as adopted drafts, which visitors don’t see and reports don’t count."
            checked={withDeparted}
            disabled={check.isPending}
            onChange={({ currentTarget }) => read({ withDeparted: currentTarget.checked })}
          />
        )}
        {check.error ? <Failure error={check.error} /> : null}
      </Stack>
    </Panel>
  )
}
