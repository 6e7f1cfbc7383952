import type { Import, ImportOptions } from '@adoption-store/client'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../platform/failure.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { fileFault, formatBytes } from './choose-file.ts'
import classes from './import-page.module.css'
import { type OptionChanges, useCheckImport, useCreateImport, useRemoveImport } from './imports.ts'
import { PickButton } from './pick-button.tsx'
import { optionsFor, type Source, sourceChoices, sourceOf, sourceTitle } from './sources.ts'

type CardProps = {
  of: Import
  /** At the end: a state of the file. */
  aside?: ReactNode
  /** Whether it can still be read in another way, or replaced. */
  canChange: boolean
  /** Shows which column is what. */
  onMatch: () => void
  onCheck: () => void
}

/** Shows the recognised format of the file, and lets the user correct it. */
export const FileCard = ({ of, aside, canChange, onMatch, onCheck }: CardProps) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const source = sourceOf(of)
  return (
    <section className={classes.file} aria-label="The file">
      <span className={classes.kind} aria-hidden>
        {(of.options.format ?? 'csv').toUpperCase()}
      </span>
      <span className={classes.what}>
        <b>{sourceTitle(source)}</b>
        <small dir="auto">{describe(of)}</small>
      </span>
      {aside && <span className={classes.state}>{aside}</span>}
      {canChange && (
        <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          Change
        </Button>
      )}
      {canChange && isOpen && (
        <div id={id} className={classes.reading}>
          <Reading of={of} source={source} onMatch={onMatch} onCheck={onCheck} />
          <Replace of={of} />
        </div>
      )}
    </section>
  )
}

const describe = ({ fileName, bytes, progress, check, result, columns, options }: Import): string => {
  const rows = (result ?? check)?.rows ?? progress.totalRows
  return [
    fileName || 'A file without a name',
    ...(rows === undefined ? [] : [formatCounted(rows, 'row')]),
    ...(rows === undefined && columns.length > 0 ? [formatCounted(columns.length, 'column')] : []),
    formatBytes(bytes),
    encodingNames[encodingOf(options)],
  ].join(' · ')
}

type Encoding = Exclude<NonNullable<ImportOptions['encoding']>, 'latin1'>

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
}

const encodingLabels: Readonly<Record<Encoding, string>> = {
  'utf-8': 'as today’s programs write them',
  'windows-1252': 'as older programs write them in Western Europe',
  'windows-1250': 'as older programs write them in Central Europe',
}

/** `latin1` is another name of Windows-1252. */
const encodingOf = ({ encoding = 'utf-8' }: ImportOptions): Encoding =>
  encoding === 'latin1' ? 'windows-1252' : encoding

type ReadingProps = Pick<CardProps, 'of' | 'onMatch' | 'onCheck'> & { source: Source }

/** The file's origin and the encoding of its text. */
const Reading = ({ of, source, onMatch, onCheck }: ReadingProps) => {
  const check = useCheckImport(of)
  const read = (options: OptionChanges) => check.mutate(options, { onSuccess: onCheck })
  // Before its columns are matched, the file cannot be read again.
  const isReadable = source !== 'other' || of.options.map !== undefined
  const choose = (next: Source) => (next === 'other' ? onMatch() : read(optionsFor(next)))
  return (
    <>
      <div className={classes.choices}>
        <NativeSelect
          label="This file comes from"
          data={sourceChoices(of)}
          value={source}
          disabled={check.isPending}
          // Its options are sources.
          onChange={({ currentTarget }) => choose(currentTarget.value as Source)}
        />
        {isReadable && (
          <NativeSelect
            label="Letters such as é and ü are"
            data={Object.entries(encodingLabels).map(([value, label]) => ({ value, label }))}
            value={encodingOf(of.options)}
            disabled={check.isPending}
            // Its options are encodings.
            onChange={({ currentTarget }) => read({ encoding: currentTarget.value as Encoding })}
          />
        )}
      </div>
      {check.error ? <Failure error={check.error} /> : null}
    </>
  )
}

/** Another file in the place of this one. */
const Replace = ({ of }: { of: Import }) => {
  const [, navigate] = useLocation()
  const [fault, setFault] = useState<string>()
  const forget = useRemoveImport()
  const create = useCreateImport(({ id }) => {
    forget.mutate(of.id)
    navigate(`/settings/transfer/imports/${id}`, { replace: true })
  })
  const pick = (file: File) => {
    create.reset()
    const text = fileFault(file)
    setFault(text)
    if (text === undefined) create.mutate({ file, accountId: of.accountId })
  }
  return (
    <>
      {fault !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      {create.error ? <Failure error={create.error} /> : null}
      <PickButton label="Choose another file" variant="default" isBusy={create.isPending} onPick={pick} />
    </>
  )
}
