import type { Import } from '@adoption-store/client'
import { Progress } from '@mantine/core'
import { formatCount } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { useTrouble } from '../../platform/trouble.ts'
import classes from './import-page.module.css'

const titles = {
  checking: { title: 'Reading the file', text: 'Nothing is saved yet.' },
  running: {
    title: 'Importing',
    text: 'You can use other pages or close this one: the import continues.',
  },
} as const

/** How far the server is. */
export const WorkingStep = ({ of, kind }: { of: Import; kind: keyof typeof titles }) => {
  const trouble = useTrouble()
  const { title, text } = titles[kind]
  const share = shareOf(of)
  return (
    <Panel title={title}>
      <Progress
        value={share ?? 100}
        animated={share === undefined}
        striped={share === undefined}
        size="md"
        aria-label={title}
        className={classes.progress}
        transitionDuration={300}
      />
      <p className={classes.counts}>
        <span className="num">{rowsText(of)}</span>
        {trouble?.kind === 'unreachable' ? 'Waiting for the server. This page continues when it is back.' : text}
      </p>
    </Panel>
  )
}

/** In percent; undefined while it is not known. */
const shareOf = ({ progress: { rows, totalRows } }: Import): number | undefined =>
  totalRows ? Math.min(100, (rows / totalRows) * 100) : undefined

const rowsText = ({ progress: { rows, totalRows } }: Import): string => {
  if (totalRows) return `${formatCount(rows)} of ${formatCount(totalRows)} rows. `
  return rows > 0 ? `${formatCount(rows)} rows so far. ` : ''
}
