import type { Account } from '@adoption-store/client'
import { Badge, Button } from '@mantine/core'
import { useAction } from '../platform/action.ts'
import { confirm } from '../platform/confirm.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'

export const SuspendedBadge = () => (
  <Badge color="red" variant="light" tt="none" ml="xs">
    Suspended
  </Badge>
)

/** Stops everything an account does, or lets it go on. */
export const SuspendButton = ({ account }: { account: Account }) => {
  const store = useStore()
  const change = useAction(
    (suspended: boolean) => store.accounts.update(account.id, { suspended }),
    {
      touches: [queryKeys.accounts],
      done: ({ name, suspended }) => `${name} is ${suspended ? 'suspended' : 'active again'}.`,
    },
  )
  const ask = () =>
    confirm({
      title: `Suspend ${account.name}?`,
      text: 'All its keys, webhooks and live connections stop now, until you resume it. Nothing is deleted.',
      yes: 'Suspend',
      no: 'Cancel',
      onYes: () => change.mutate(true),
    })
  return (
    <Button
      variant="default"
      loading={change.isPending}
      onClick={account.suspended ? () => change.mutate(false) : ask}
    >
      {account.suspended ? 'Resume' : 'Suspend'}
    </Button>
  )
}
