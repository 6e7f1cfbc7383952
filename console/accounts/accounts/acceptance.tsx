import type { Account } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useAction } from '../../platform/action.ts'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** Whether somebody created the account by sign-up and staff have not accepted it. */
export const isUnreviewed = ({ reviewedAt }: Account): boolean => reviewedAt === undefined

export const UnreviewedPill = () => <Pill tone="hold">Not reviewed yet</Pill>

type AcceptProps = { account: Account; size?: 'xs' | 'sm' }

/** Lets others see what an account publishes. */
export const AcceptButton = ({ account, size = 'sm' }: AcceptProps) => {
  const store = useStore()
  const accept = useAction(() => store.accounts.update(account.id, { reviewed: true }), {
    touches: [queryKeys.accounts],
    done: ({ name }) => `${name} accepted.`,
  })
  return (
    <Button
      size={size}
      loading={accept.isPending}
      aria-label={`Accept ${account.name}`}
      onClick={() => accept.mutate(undefined)}
    >
      Accept
    </Button>
  )
}
