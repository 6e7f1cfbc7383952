import type { Import, Int64 } from '@adoption-store/client'
import { Alert, Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { confirm } from '../../platform/confirm.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { Pill } from '../../platform/pill.tsx'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { UpLink } from '../../platform/up-link.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { ColumnsStep } from './columns-step.tsx'
import { DryRunStep } from './dry-run-step.tsx'
import { FileCard } from './file-card.tsx'
import classes from './import-page.module.css'
import { ImportSteps, type Step } from './import-steps.tsx'
import { useCheckImport, useImport, useRemoveImport } from './imports.ts'
import { plainProblem } from './reason-text.ts'
import { ReportStep } from './report-step.tsx'
import { type Source, sourceOf } from './sources.ts'
import { UndoPanel } from './undo-panel.tsx'
import { UndoneStep } from './undone-step.tsx'
import { WorkingStep } from './working-step.tsx'

/** One import, from the file to its report. It is on the server, so a reload or another computer shows the same. */
export const ImportPage = ({ id }: { id: Int64 }) => {
  const { data, error, refetch } = useImport(id)
  return (
    <div className={classes.page}>
      <UpLink to="/settings/transfer">Import and export</UpLink>
      <PageHead title="Import animals" />
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the import" />}
      {data && <Loaded of={data} />}
    </div>
  )
}

/** `columns` while a file that was checked is looked at again; `as` is what it shall be read as. */
const DEFAULTS = { step: '', as: '' }

const Loaded = ({ of }: { of: Import }) => {
  const [{ step, as }, change] = useUrlState(DEFAULTS)
  const match = (source: Source) => change({ step: 'columns', as: source })
  const isMatching = step === 'columns' && (of.status === 'checked' || of.status === 'uploaded')
  const source = isMatching && as === 'other' ? 'other' : sourceOf(of)
  const now = isMatching ? 'Columns' : stepOf(of)
  const forget = () => change(DEFAULTS, 'replace')
  return (
    <>
      <ImportSteps now={now} />
      <Announced step={now} of={of}>
        <FileCard
          // Closed when the file is read in another way.
          key={of.status}
          of={of}
          canChange={of.status === 'uploaded' || of.status === 'checked'}
          aside={(of.status === 'uploaded' || of.status === 'checked') && <Pill tone="info">Nothing saved yet</Pill>}
          onMatch={() => match('other')}
          onCheck={forget}
        />
        {of.problem !== undefined && (
          <Alert color="red" role="alert" mb="md" title={problemTitle(of)}>
            {plainProblem(of.problem)}
          </Alert>
        )}
        <StepBody of={of} source={source} isMatching={isMatching} onMatch={match} onCheck={forget} />
      </Announced>
    </>
  )
}

const problemTitle = ({ status }: Import): string =>
  status === 'failed' ? 'The import stopped' : 'The file could not be read'

const stepOf = ({ status }: Import): Step => {
  if (status === 'uploaded') return 'Columns'
  if (status === 'checking' || status === 'checked') return 'Dry run'
  return status === 'running' || status === 'failed' ? 'Import' : 'all done'
}

type BodyProps = {
  of: Import
  source: Source
  isMatching: boolean
  onMatch: (source: Source) => void
  onCheck: () => void
}

const StepBody = ({ of, source, isMatching, onMatch, onCheck }: BodyProps) => {
  const { status, check, result } = of
  if (status === 'checking' || status === 'running') {
    return <WorkingStep of={of} kind={status} />
  }
  if (status === 'uploaded' || isMatching) {
    const isMatchable = source !== 'own' && of.columns.length > 0
    if (!isMatchable) return <Unknown of={of} />
    return (
      <>
        {source !== 'other' && of.problem !== undefined && <WithoutIds of={of} onCheck={onCheck} />}
        <ColumnsStep
          key={source}
          of={of}
          source={source}
          onCheck={onCheck}
          back={isMatching ? <BackButton onBack={onCheck} /> : <Cancel of={of} />}
        />
      </>
    )
  }
  if (status === 'checked' && check) {
    const back =
      source === 'own' ? <Cancel of={of} /> : <BackButton onBack={() => onMatch(source)} label="Change columns" />
    return <DryRunStep of={of} source={source} onCheck={onCheck} back={back} summary={check} />
  }
  if (status === 'done' && result) return <ReportStep of={of} summary={result} />
  if (status === 'undone') return <UndoneStep of={of} />
  return <Failed of={of} />
}

const BackButton = ({ onBack, label = 'Back' }: { onBack: () => void; label?: string }) => (
  <Button variant="default" onClick={onBack}>
    {label}
  </Button>
)

/** Forgets the file. */
const Cancel = ({ of }: { of: Import }) => {
  const [, navigate] = useLocation()
  const remove = useRemoveImport()
  const ask = () =>
    confirm({
      title: 'Cancel this import?',
      text: 'The file is removed. No animal has been added or changed.',
      yes: 'Cancel the import',
      no: 'Keep it',
      onYes: () => remove.mutate(of.id, { onSuccess: () => navigate('/settings/transfer') }),
    })
  return (
    <Button variant="default" onClick={ask} loading={remove.isPending}>
      Cancel
    </Button>
  )
}

/** A system's file without its ID column is rejected unless the user confirms it. */
const WithoutIds = ({ of, onCheck }: { of: Import; onCheck: () => void }) => {
  const check = useCheckImport(of)
  if (of.columns.some(({ field }) => field === 'externalId')) return null
  return (
    <Checkbox
      mb="md"
      label="Import it without IDs"
      description="A second import would add all of its animals again."
      checked={of.options.withoutIds ?? false}
      disabled={check.isPending}
      onChange={({ currentTarget }) => check.mutate({ withoutIds: currentTarget.checked }, { onSuccess: onCheck })}
    />
  )
}

/** Nothing in the file looks like columns. */
const Unknown = ({ of }: { of: Import }) => (
  <>
    <p className={classes.counts}>Choose under “Change” where the file comes from, or choose another file.</p>
    <Cancel of={of} />
  </>
)

/** Its file is gone, as part of it may have been imported. */
const Failed = ({ of }: { of: Import }) => (
  <>
    {of.result && <ReportStep of={of} summary={of.result} />}
    {!of.result && <UndoPanel of={of} />}
    <Button component={Link} to="/settings/transfer" variant="default">
      Choose the file again
    </Button>
  </>
)

/** Takes the focus when what had it is gone, so that a new step is read out. */
const Announced = ({ step, of, children }: { step: string; of: Import; children: ReactNode }) => {
  const body = useRef<HTMLElement>(null)
  const state = `${step} ${of.status}`
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement === document.body) body.current?.focus({ preventScroll: true })
  }, [state])
  return (
    <section ref={body} tabIndex={-1} className={classes.body} aria-label={`Step: ${step}`}>
      <VisuallyHidden role="status">{statusTexts[of.status]}</VisuallyHidden>
      {children}
    </section>
  )
}

const statusTexts: Record<Import['status'], string> = {
  uploaded: 'The file has arrived.',
  checking: 'The file is being read.',
  checked: 'The dry run is done.',
  running: 'The animals are being imported.',
  done: 'The import is done.',
  failed: 'The import stopped.',
  undone: 'The import was undone.',
}
