import type { Import, Int64 } from '@adoption-store/client'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { Pill, type Tone } from '../../platform/pill.tsx'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { Ago } from '../../platform/time.tsx'
import { formatBytes } from './choose-file.ts'
import classes from './earlier-imports.module.css'
import page from './import-page.module.css'
import { useImports } from './imports.ts'
import { countsText } from './report-step.tsx'

/** The imports of the last days, each with its report and, for a day, its undo. */
export const EarlierImports = ({ accountId }: { accountId: Int64 | undefined }) => {
  const list = useImports(accountId)
  const imports = list.data
  if (imports?.length === 0) return null
  return (
    <Panel title="Earlier imports">
      <LoadFailure query={list} />
      {imports && (
        <ul className={classes.imports}>
          {imports.map((one) => (
            <Row key={String(one.id)} of={one} />
          ))}
        </ul>
      )}
      {!imports && !list.error && <SkeletonRows what="imports" rows={2} />}
    </Panel>
  )
}

const Row = ({ of }: { of: Import }) => {
  const { tone, label } = states[of.status]
  return (
    <li>
      <Link to={`/settings/transfer/imports/${of.id}`} className={classes.import}>
        <span className={page.what}>
          <b dir="auto">{of.fileName || 'A file without a name'}</b>
          <small>
            <Ago at={of.finishedAt ?? of.createdAt} /> · {textOf(of)}
          </small>
        </span>
        {of.undoUntil !== undefined && (
          <Text span size="sm" c="dimmed">
            Can be undone
          </Text>
        )}
        <Pill tone={tone}>{label}</Pill>
      </Link>
    </li>
  )
}

const textOf = ({ result, check, progress, bytes }: Import): string => {
  if (result) return countsText(result)
  const rows = check?.rows ?? progress.totalRows
  return rows === undefined ? formatBytes(bytes) : formatCounted(rows, 'row')
}

const states: Record<Import['status'], { tone: Tone; label: string }> = {
  uploaded: { tone: 'hold', label: 'Not imported yet' },
  checking: { tone: 'info', label: 'Being read' },
  checked: { tone: 'hold', label: 'Not imported yet' },
  running: { tone: 'info', label: 'Importing' },
  done: { tone: 'ok', label: 'Imported' },
  failed: { tone: 'bad', label: 'Failed' },
  undone: { tone: 'plain', label: 'Undone' },
}
