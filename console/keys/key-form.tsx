import type { Int64, IssuedApiKey, NewApiKey } from '@adoption-store/client'
import { Button, Checkbox, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../platform/action.ts'
import { fieldFault } from '../platform/error-words.ts'
import { Failure } from '../platform/failure.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { scopes, usualScopes } from './key-state.ts'

type FormProps = { accountId: Int64; onClose: () => void; onIssued: (key: IssuedApiKey) => void }

/** Makes a key: for what, what it may do, and until when. */
export const KeyForm = ({ accountId, onClose, onIssued }: FormProps) => {
  const store = useStore()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([...usualScopes])
  const [end, setEnd] = useState('')
  const [perMinute, setPerMinute] = useState<string | number>('')
  const [perDay, setPerDay] = useState<string | number>('')
  const make = useAction((key: NewApiKey) => store.keys.create(accountId, key), {
    isErrorShown: true,
    touches: [queryKeys.keys(accountId)],
    onDone(issued) {
      onIssued(issued)
      onClose()
    },
  })
  const [isPast, setPast] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The store would make it all the same: a key that is of no use.
    const isOver = end !== '' && Date.parse(end) <= Date.now()
    setPast(isOver)
    if (isOver) return
    make.mutate({
      name,
      scopes: scopes.map(({ scope }) => scope).filter((scope) => chosen.includes(scope)),
      ...(perMinute !== '' && { perMinute: Number(perMinute) }),
      ...(perDay !== '' && { perDay: Number(perDay) }),
      ...(end && { expiresAt: new Date(end).toISOString() }),
    })
  }
  const faultOf = (field: string) => fieldFault(make.error, field)
  const isSaid = ['name', 'expiresAt', 'perMinute', 'perDay'].some(faultOf)
  return (
    <Modal opened onClose={onClose} title="Make a key" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {make.error && !isSaid ? <Failure error={make.error} /> : null}
          <TextInput
            label="What it is for"
            placeholder="Adoption site"
            required
            data-autofocus
            autoComplete="off"
            value={name}
            error={fieldFault(make.error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox.Group label="What it may do" value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {scopes.map(({ scope, meaning }) => (
                <Checkbox key={scope} value={scope} label={scope} description={meaning} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group grow align="flex-start">
            <NumberInput
              label="Requests per minute"
              description="Empty: as many as the account"
              min={1}
              allowDecimal={false}
              thousandSeparator=","
              value={perMinute}
              error={faultOf('perMinute')}
              onChange={setPerMinute}
            />
            <NumberInput
              label="Requests per day"
              description="Empty: as many as the account"
              min={1}
              allowDecimal={false}
              thousandSeparator=","
              value={perDay}
              error={faultOf('perDay')}
              onChange={setPerDay}
            />
          </Group>
          <TextInput
            type="datetime-local"
            label="Until when"
            description="Empty: until it is revoked"
            value={end}
            error={isPast ? 'must be in the future' : fieldFault(make.error, 'expiresAt')}
            onChange={(event) => setEnd(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={make.isPending}
              disabled={name.trim() === '' || chosen.length === 0}
            >
              Make the key
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
