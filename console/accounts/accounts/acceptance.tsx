import type { Account } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useAction } from '../../platform/action.ts'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** Of an account that somebody has made by themselves and that the staff have not accepted. */
export const isUnreviewed = ({ reviewedAt }: Account): boolean => reviewedAt === undefined

export const UnreviewedPill = () => <Pill tone="hold">Not reviewed yet</Pill>

type AcceptProps = { account: Account; size?: 'xs' | 'sm' }

/** Lets others see what an account adds. */
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
