import type { Account, NewAccount, Plan } from '@adoption-store/client'
import { Button, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../platform/action.ts'
import { fieldFault } from '../platform/error-words.ts'
import { Failure } from '../platform/failure.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { plans, planWords } from './plan-words.ts'

type FormProps = { account?: Account | undefined; onClose: () => void }
type Fields = { name: string; plan: Plan; perMinute: string | number; perDay: string | number }

/** Makes an account, or changes its name, its plan and its limits. */
export const AccountForm = ({ account, onClose }: FormProps) => {
  const [fields, setFields] = useState<Fields>(() => firstFields(account))
  const save = useSave(account, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(fields)
  }
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  const faultOf = (field: keyof Fields) => fieldFault(save.error, field)
  const isSaid = faultOf('name') ?? faultOf('perMinute') ?? faultOf('perDay')
  return (
    <Modal
      opened
      onClose={onClose}
      title={account ? `Change ${account.name}` : 'Add an account'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {save.error && !isSaid ? <Failure error={save.error} /> : null}
          <TextInput
            label="Name"
            required
            data-autofocus
            autoComplete="off"
            value={fields.name}
            error={faultOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Select
            label="Plan"
            allowDeselect={false}
            data={plans.map((value) => ({ value, label: planWords[value] }))}
            value={fields.plan}
            onChange={(value) => set({ plan: plans.find((known) => known === value) ?? 'free' })}
          />
          {fields.plan === 'enterprise' && (
            <Group grow align="flex-start">
              <NumberInput
                label="Requests per minute"
                description="Both, or neither"
                min={1}
                allowDecimal={false}
                thousandSeparator=","
                value={fields.perMinute}
                error={faultOf('perMinute')}
                onChange={(perMinute) => set({ perMinute })}
              />
              <NumberInput
                label="Requests per day"
                description="Empty: as the plan has it"
                min={1}
                allowDecimal={false}
                thousandSeparator=","
                value={fields.perDay}
                error={faultOf('perDay')}
                onChange={(perDay) => set({ perDay })}
              />
            </Group>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={fields.name.trim() === ''}>
              {account ? 'Save' : 'Add'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const useSave = (account: Account | undefined, onClose: () => void) => {
  const store = useStore()
  const [, navigate] = useLocation()
  return useAction(
    (fields: Fields) =>
      account
        ? store.accounts.update(account.id, patchOf(fields))
        : store.accounts.create(newOf(fields)),
    {
      isErrorShown: true,
      touches: [queryKeys.accounts, queryKeys.rateLimit],
      done: ({ name }) => `${name} is ${account ? 'changed' : 'added'}.`,
      onDone(saved) {
        onClose()
        if (!account) navigate(`/admin/accounts/${saved.id}`)
      },
    },
  )
}

const firstFields = (account: Account | undefined): Fields => {
  const isOwn = account?.plan === 'enterprise'
  return {
    name: account?.name ?? '',
    plan: account?.plan ?? 'free',
    perMinute: isOwn ? account.perMinute : '',
    perDay: isOwn ? account.perDay : '',
  }
}

const newOf = ({ name, plan, perMinute, perDay }: Fields): NewAccount => ({
  name,
  plan,
  ...(plan === 'enterprise' && perMinute !== '' && { perMinute: Number(perMinute) }),
  ...(plan === 'enterprise' && perDay !== '' && { perDay: Number(perDay) }),
})

/** An account that leaves enterprise leaves its own limits behind by itself. */
const patchOf = ({ name, plan, perMinute, perDay }: Fields) => ({
  name,
  plan,
  ...(plan === 'enterprise' && {
    perMinute: perMinute === '' ? null : Number(perMinute),
    perDay: perDay === '' ? null : Number(perDay),
  }),
})
