import type { Account } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

export const SuspendedPill = () => <Pill tone="bad">Suspended</Pill>

/** Suspends an account, or resumes it. */
export const SuspendButton = ({ account }: { account: Account }) => {
  const store = useStore()
  const change = useAction((suspended: boolean) => store.accounts.update(account.id, { suspended }), {
    touches: [queryKeys.accounts],
    done: ({ name, suspended }) => `${name} ${suspended ? 'suspended' : 'resumed'}.`,
  })
  const ask = () =>
    confirm({
      title: `Suspend ${account.name}?`,
      text: 'Its keys, webhooks and event streams stop working until you resume the account. Nothing is deleted.',
      yes: 'Suspend',
      onYes: () => change.mutate(true),
    })
  return (
    <Button variant="default" loading={change.isPending} onClick={account.suspended ? () => change.mutate(false) : ask}>
      {account.suspended ? 'Resume' : 'Suspend'}
    </Button>
  )
}
