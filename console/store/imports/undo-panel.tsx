import type { Import, ImportSummary } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { confirm } from '../../platform/confirm.tsx'
import { Failure } from '../../platform/failure.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { formatTime } from '../../platform/time-format.ts'
import { useHasRight } from '../../session/permissions.ts'
import classes from './import-page.module.css'
import { useUndoImport } from './imports.ts'

type UndoProps = {
  of: Import
  /** Omitted for an import that ended early, because its progress is unknown. */
  summary?: ImportSummary
}

/** Takes an import back, as long as that is possible. */
export const UndoPanel = ({ of, summary }: UndoProps) => {
  const undo = useUndoImport(of.id)
  const canUndo = useHasRight('pets:delete')
  const text = summary ? undoText(summary) : partText
  if (of.undoUntil === undefined || text === undefined) return null
  const ask = () =>
    confirm({
      title: 'Undo this import?',
      text: `${text} Animals that have been changed or requested since are kept, and are listed. This cannot be undone.`,
      yes: 'Undo the import',
      onYes: () => undo.mutate(undefined),
    })
  return (
    <Panel title="Undo" aside={`Possible until ${formatTime(of.undoUntil)}`}>
      <p className={classes.counts}>{text} Animals that were changed since the import are kept.</p>
      {undo.error ? <Failure error={undo.error} /> : null}
      {canUndo ? (
        <Button variant="default" c="var(--rose)" loading={undo.isPending} onClick={ask}>
          Undo this import
        </Button>
      ) : (
        <p className={classes.counts}>Ask somebody whose role permits deleting animals.</p>
      )}
    </Panel>
  )
}

const partText = 'This removes the animals that were added and restores those that were changed.'

/** The description of the undo; undefined if there is nothing to undo. */
const undoText = ({ added, updated }: ImportSummary): string | undefined => {
  const parts = [
    ...(added > 0 ? [`removes the ${formatCounted(added, 'new animal')}`] : []),
    ...(updated > 0 ? [`restores ${formatCounted(updated, 'other animal')}`] : []),
  ]
  return parts.length === 0 ? undefined : `This ${parts.join(' and ')}.`
}
