import type { Import } from '@adoption-store/client'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { Failure } from '../../platform/failure.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { type ColumnChoice, optionsOf, sameField, useColumnChoice } from './column-choice.ts'
import classes from './columns-step.module.css'
import { fieldChoices, fieldHint, fieldLabel, LEFT_OUT } from './field-labels.ts'
import { IdQuestion } from './id-question.tsx'
import page from './import-page.module.css'
import { useCheckImport } from './imports.ts'
import type { Source } from './sources.ts'

type StepProps = { of: Import; source: Source; onCheck: () => void; back: ReactNode }

/** The meaning of each column: our guess, which the user can correct. */
export const ColumnsStep = ({ of, source, onCheck, back }: StepProps) => {
  const { choice, choose } = useColumnChoice(of)
  const check = useCheckImport(of)
  const selects = useRef<HTMLUListElement>(null)
  const start = () => {
    // Later, the choice on the next page counts.
    const isFirst = of.status === 'uploaded'
    const drafts = isFirst ? isSilentOnPublishing(source, choice) : of.options.drafts
    check.mutate({ ...optionsOf(of, source, choice), drafts }, { onSuccess: onCheck })
  }
  /** The question is gone with its answer, so the column takes the focus. */
  const answerId = (at: number | undefined) => {
    if (at !== undefined) choose(at, 'externalId')
    selects.current?.querySelectorAll('select')[at ?? 0]?.focus()
  }
  const matched = choice.filter((field) => field !== LEFT_OUT).length
  const isNamed = choice.includes('name') || choice.includes('externalId')
  return (
    <>
      <IdQuestion of={of} choice={choice} onAnswer={answerId} />
      <div className={`${classes.column} ${classes.heads}`} aria-hidden>
        <span>In your file</span>
        <span>First values</span>
        <span>Becomes</span>
      </div>
      <ul ref={selects} className={classes.columns} aria-label="Columns of the file">
        {of.columns.map((column, at) => (
          <Column
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places, and two may have one name
            key={at}
            column={column}
            field={choice[at] ?? LEFT_OUT}
            hint={hintFor(of, choice, at)}
            // The rules of a system cannot be switched off for one of its columns.
            canLeaveOut={source === 'other' || column.field === undefined}
            onChoose={(field) => choose(at, field)}
          />
        ))}
      </ul>
      {check.error ? <Failure error={check.error} /> : null}
      <div className={page.go}>
        <Button onClick={start} loading={check.isPending} disabled={!isNamed}>
          Start dry run
        </Button>
        {back}
        <p>
          {isNamed
            ? `${formatCounted(matched, 'column')} matched, ${formatCount(choice.length - matched)} left out. Nothing is saved yet.`
            : 'Choose the column that has the animals’ names.'}
        </p>
      </div>
    </>
  )
}

/** A table of the shelter's own says where an animal is, but not whether the public may see it. */
const isSilentOnPublishing = (source: Source, choice: ColumnChoice): boolean =>
  source === 'other' && !choice.includes('published')

const hintFor = (of: Import, choice: ColumnChoice, at: number): string | undefined => {
  const field = choice[at] ?? LEFT_OUT
  const same = sameField(of, choice, at)
  if (same !== undefined) return `“${same}” is also the ${fieldLabel(field)}, and takes precedence.`
  if (field === LEFT_OUT && of.columns[at]?.samples.every((value) => value.trim() === '')) {
    return 'Empty in the first rows.'
  }
  return fieldHint(field)
}

type ColumnProps = {
  column: Import['columns'][number]
  field: string
  hint: string | undefined
  canLeaveOut: boolean
  onChoose: (field: ColumnChoice[number]) => void
}

const Column = ({ column: { name, samples }, field, hint, canLeaveOut, onChoose }: ColumnProps) => (
  <li className={classes.column}>
    <b className={classes.name} data-out={field === LEFT_OUT || undefined} dir="auto">
      {name || 'Column without a name'}
    </b>
    <ul className={classes.values} aria-label={`First values of ${name}`}>
      {samples.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values of a file keep their places
        <Value key={at} value={value.trim()} />
      ))}
    </ul>
    <NativeSelect
      aria-label={`What ${name} becomes`}
      description={hint}
      inputWrapperOrder={['input', 'description']}
      value={field}
      // Its options are fields.
      onChange={({ currentTarget }) => onChoose(currentTarget.value as ColumnChoice[number])}
      data={canLeaveOut ? fieldChoices : fieldChoices.slice(1)}
    />
  </li>
)

const Value = ({ value }: { value: string }) => (
  <li className={classes.value} dir="auto" title={value} data-empty={value === '' || undefined}>
    {value || '–'}
  </li>
)
