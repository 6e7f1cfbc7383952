import { VisuallyHidden } from '@mantine/core'
import classes from './import-page.module.css'

const steps = ['File', 'Columns', 'Dry run', 'Import'] as const
export type Step = (typeof steps)[number] | 'all done'

/** Shows which of the four steps is current. */
export const ImportSteps = ({ now }: { now: Step }) => {
  const at = now === 'all done' ? steps.length : steps.indexOf(now)
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          <i aria-hidden>{index < at ? '✓' : index + 1}</i>
          {step}
          {index < at && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
