import type { Int64 } from '@adoption-store/client'
import { Alert, Anchor, Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAccountChoice } from '../../accounts/users/account-names.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { isSameId, parseInt64 } from '../../platform/int64.ts'
import { Panel } from '../../platform/panel.tsx'
import { signal } from '../../platform/signal.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { fileFault } from './choose-file.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { FileDrop } from './file-drop.tsx'
import { useCreateImport } from './imports.ts'

/** A file that could not be sent yet, and for whom: it is still there after signing in again. */
const waiting = signal<{ file: File; user: string } | undefined>(undefined)

/** Starts an import: the user chooses a file, it is sent, and the import's page opens. */
export const ImportSection = () => {
  const [account, setAccount] = useState<Int64>()
  return (
    <>
      <ChooseFile account={account} onAccount={setAccount} />
      <EarlierImports accountId={account} />
    </>
  )
}

type ChooseProps = { account: Int64 | undefined; onAccount: (account: Int64 | undefined) => void }

const ChooseFile = ({ account, onAccount }: ChooseProps) => {
  const [, navigate] = useLocation()
  const { data: me } = useMe()
  const [unsendable, setUnsendable] = useState<{ name: string; text: string }>()
  const user = me ? `${me.type} ${me.id}` : ''
  const kept = waiting.use()
  const unsent = kept?.user === user ? kept.file : undefined
  const create = useCreateImport(({ id }) => {
    waiting.set(undefined)
    navigate(`/settings/transfer/imports/${id}`)
  })
  const send = (file: File) => {
    waiting.set({ file, user })
    create.mutate({ file, accountId: account })
  }
  // Sending a file of another kind again does not help.
  const refusal = fieldError(create.error, 'file')
  const fault = unsent && refusal !== undefined ? { name: unsent.name, text: `${refusal}.` } : unsendable
  const pick = (file: File) => {
    create.reset()
    waiting.set(undefined)
    const text = fileFault(file)
    setUnsendable(text === undefined ? undefined : { name: file.name, text })
    if (text === undefined) send(file)
  }
  return (
    <Panel title="Import animals">
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        Import your animals from another program, or a list that you changed in a spreadsheet. You see the result before
        anything is saved.{' '}
        <Anchor href="/docs/guides/moving-in" target="_blank" underline="always" size="sm">
          Which file to export from your program
        </Anchor>
      </Text>
      <OwnerField value={account} onChange={onAccount} />
      <FileDrop isBusy={create.isPending} onPick={pick} />
      {fault && (
        <Alert color="red" role="alert" mt="sm" title={`${fault.name} cannot be imported`}>
          {fault.text}
        </Alert>
      )}
      {unsent && !create.isPending && refusal === undefined && (
        <Unsent file={unsent} error={create.error} onSend={() => send(unsent)} />
      )}
    </Panel>
  )
}

type UnsentProps = { file: File; error: unknown; onSend: () => void }

const Unsent = ({ file, error, onSend }: UnsentProps) => (
  <>
    {error ? (
      <div style={{ marginTop: 12 }}>
        <Failure error={error} />
      </div>
    ) : null}
    <Text size="sm" mt="sm" mb="xs">
      <b>{file.name}</b> was not sent.
    </Text>
    <Button variant="default" onClick={onSend}>
      Send it again
    </Button>
  </>
)

type OwnerProps = { value: Int64 | undefined; onChange: (value: Int64 | undefined) => void }

/** The choice of the account, for staff, who can import for every account. */
const OwnerField = ({ value, onChange }: OwnerProps) => {
  const { data: me } = useMe()
  const isChoosing = useCan('admin') && me?.type === 'user' && me.account === undefined
  const { data: accounts = [] } = useAccountChoice(isChoosing)
  const first = accounts[0]
  if (!isChoosing || !first || accounts.length < 2) return null
  const chosen = accounts.find(({ id }) => value !== undefined && isSameId(id, value)) ?? first
  return (
    <Select
      label="Whose animals are they?"
      maw={320}
      mb="sm"
      searchable
      allowDeselect={false}
      data={accounts.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))}
      value={String(chosen.id)}
      onChange={(next) => onChange(next === null ? undefined : parseInt64(next))}
    />
  )
}
