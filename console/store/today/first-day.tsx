import { Button } from '@mantine/core'
import { Link } from 'wouter'
import classes from './first-day.module.css'
import { type FirstStep, hideFirstSteps } from './first-steps.ts'

/** The steps of a shelter's first day. The next one stands out. */
export const FirstDay = ({ steps }: { steps: readonly FirstStep[] }) => {
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, to }) => !isDone && to !== undefined)
  return (
    <section className={classes.steps} aria-labelledby="first-day">
      <header>
        <h2 id="first-day">Your first day</h2>
        <span className={classes.progress} aria-hidden="true">
          {steps.map(({ title }, at) => (
            <i key={title} data-done={at < done || undefined} />
          ))}
        </span>
        <small>
          {done} of {steps.length} done
        </small>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={hideFirstSteps}>
          Hide
        </Button>
      </header>
      <ol>
        {steps.map((step, at) => (
          <Step key={step.label} step={step} number={at + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

type StepProps = { step: FirstStep; number: number; isNext: boolean }

const Step = ({ step: { title, why, isDone, to, label }, number, isNext }: StepProps) => (
  <li data-done={isDone || undefined}>
    {isDone ? (
      <i role="img" aria-label="Done">
        ✓
      </i>
    ) : (
      <i aria-hidden="true">{number}</i>
    )}
    <span>
      <b>{title}</b>
      {!isDone && <small>{why}</small>}
    </span>
    {isDone && to && <Link to={to}>Open</Link>}
    {!isDone && to && (
      <Button component={Link} to={to} variant={isNext ? 'filled' : 'default'}>
        {label}
      </Button>
    )}
  </li>
)
