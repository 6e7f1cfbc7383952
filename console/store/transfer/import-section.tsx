import type { Int64 } from '@adoption-store/client'
import { Alert, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useAccountChoice } from '../../accounts/users/account-names.ts'
import { useAction } from '../../platform/action.ts'
import { isSameId, parseInt64 } from '../../platform/int64.ts'
import { formatCounted } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { useCan, useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import {
  FileFault,
  type ImportFile,
  isForCommandLine,
  named,
  readImportFile,
} from './import-file.ts'
import { startImport, useImportJob } from './import-job.ts'
import { ImportProgress } from './import-progress.tsx'
import classes from './transfer.module.css'

/** Brings in the animals of a file, while other pages can be used. */
export const ImportSection = () => {
  const store = useStore()
  const job = useImportJob(store)
  const [file, setFile] = useState<ImportFile>()
  const read = useAction(readImportFile, { isErrorShown: true, onDone: setFile })
  if (job) return <ImportProgress job={job} onEnd={() => setFile(undefined)} />
  return (
    <Panel title="Import animals">
      <Explanation />
      <FileField isBusy={read.isPending} onPick={(picked) => read.mutate(picked)} />
      {read.error ? (
        <Alert color="red" role="alert" mt="sm" title="This file cannot be imported">
          {read.error instanceof FileFault ? read.error.message : 'It could not be read.'}
        </Alert>
      ) : null}
      {file && !read.error && (
        <Chosen file={file} onStart={(accountId) => startImport({ store, file, accountId })} />
      )}
    </Panel>
  )
}

const Explanation = () => (
  <Text size="sm" mb="sm" maw={640}>
    A CSV file whose first row names its columns: <code>name</code> and <code>categoryId</code>, and
    any of <code>status</code>, <code>species</code>, <code>breeds.primary</code>,{' '}
    <code>birthDate</code>, <code>description</code> and the others of an export. A row with an{' '}
    <code>id</code> changes that animal, and what it leaves empty stays. A row without one adds an
    animal each time that it is imported. Files of other systems are taken by <code>import</code> on
    the command line.
  </Text>
)

type FileProps = { isBusy: boolean; onPick: (file: File) => void }

const FileField = ({ isBusy, onPick }: FileProps) => {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onPick(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, beside the button
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => file && onPick(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={isBusy}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <Text span size="sm" c="dimmed">
        or drop it here
      </Text>
    </div>
  )
}

type ChosenProps = { file: ImportFile; onStart: (accountId: Int64 | undefined) => void }

const Chosen = ({ file, onStart }: ChosenProps) => {
  const { name, rows, columns, leftOut, isLatin } = file
  const [account, setAccount] = useState<string>()
  const forCommandLine = leftOut.filter(isForCommandLine)
  const unknown = leftOut.filter((column) => !isForCommandLine(column))
  return (
    <section className={classes.chosen} aria-label="Chosen file">
      <b>{name}</b>
      <p>
        {formatCounted(rows.length, 'row')}, {formatCounted(columns.length, 'column')}:{' '}
        {columns.join(', ')}
      </p>
      {unknown.length > 0 && (
        <p data-warning>Left out, as nothing here has this name: {named(unknown)}</p>
      )}
      {forCommandLine.length > 0 && (
        <p data-warning>Taken by the command line alone: {named(forCommandLine)}</p>
      )}
      {isLatin && <p data-warning>Not UTF-8: read as Windows-1252. Check names with accents.</p>}
      <OwnerField value={account} onChange={setAccount} />
      <Group mt="sm">
        <Button onClick={() => onStart(account === undefined ? undefined : parseInt64(account))}>
          Import {formatCounted(rows.length, 'row')}
        </Button>
      </Group>
    </section>
  )
}

type OwnerProps = { value: string | undefined; onChange: (value: string | undefined) => void }

/** For staff, who add animals for every account: whose they are. */
const OwnerField = ({ value, onChange }: OwnerProps) => {
  const { data: me } = useMe()
  const isChoosing = useCan('admin') && me?.type === 'user' && me.account === undefined
  const { data: accounts = [] } = useAccountChoice(isChoosing)
  const first = accounts[0]
  if (!isChoosing || !first || accounts.length < 2) return null
  const chosen = accounts.find(({ id }) => isSameId(id, parseInt64(value ?? '') ?? -1)) ?? first
  return (
    <Select
      label="Owner of new animals"
      maw={320}
      searchable
      allowDeselect={false}
      data={accounts.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))}
      value={String(chosen.id)}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
