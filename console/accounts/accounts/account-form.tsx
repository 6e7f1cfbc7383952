import { type Account, type AccountPatch, type NewAccount, type Plan, plans } from '@adoption-store/client'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { filledLimits, LimitFields, type Limits } from './limit-fields.tsx'
import { planLabels } from './plan-labels.ts'

type FormProps = { account?: Account | undefined; onClose: () => void }
type Fields = Limits & { name: string; plan: Plan }

/** Creates an account, or changes its name, plan and limits. */
export const AccountForm = ({ account, onClose }: FormProps) => {
  const [fields, setFields] = useState<Fields>(() => firstFields(account))
  const save = useSave(account, onClose)
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  return (
    <FormModal
      title={account ? `Edit ${account.name}` : 'New account'}
      error={save.error}
      fields={['name', 'perMinute', 'perDay']}
      submitLabel={account ? 'Save' : 'Create account'}
      isBusy={save.isPending}
      canSubmit={fields.name.trim() !== ''}
      onSubmit={() => save.mutate(fields)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        value={fields.name}
        error={fieldError(save.error, 'name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Plan"
        allowDeselect={false}
        data={plans.map((value) => ({ value, label: planLabels[value] }))}
        value={fields.plan}
        onChange={(value) => set({ plan: plans.find((known) => known === value) ?? 'free' })}
      />
      {fields.plan === 'enterprise' && (
        <LimitFields
          limits={fields}
          description="Fill in both, or leave both empty for the plan's limits"
          error={save.error}
          onChange={set}
        />
      )}
    </FormModal>
  )
}

const useSave = (account: Account | undefined, onClose: () => void) => {
  const store = useStore()
  const [, navigate] = useLocation()
  return useAction(
    (fields: Fields) =>
      account ? store.accounts.update(account.id, patchOf(fields)) : store.accounts.create(newOf(fields)),
    {
      isErrorShown: true,
      touches: [queryKeys.accounts, queryKeys.rateLimit],
      done: ({ name }) => `${name} ${account ? 'saved' : 'created'}.`,
      onDone(saved) {
        onClose()
        if (!account) navigate(`/settings/accounts/${saved.id}`)
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

const newOf = ({ name, plan, ...limits }: Fields): NewAccount => ({
  name,
  plan,
  ...(plan === 'enterprise' && filledLimits(limits)),
})

/** An account that leaves the enterprise plan loses its own limits anyway. */
const patchOf = ({ name, plan, ...limits }: Fields): AccountPatch => ({
  name,
  plan,
  ...(plan === 'enterprise' && { perMinute: null, perDay: null, ...filledLimits(limits) }),
})
