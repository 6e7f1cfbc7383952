import type { Int64 } from '@adoption-store/client'
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMembership } from '../../session/permissions.ts'
import { AccountDetails, useAccount } from './account-view.tsx'

/** For members: the plan and the usage of their account. */
export const OwnAccountPage = () => {
  const own = useMembership()
  return own ? <OwnAccount id={own.id} /> : <PageHead title="Account not found" />
}

const OwnAccount = ({ id }: { id: Int64 }) => {
  const { data, error, refetch } = useAccount(id)
  return (
    <>
      <PageHead title={data?.name ?? 'Account'} />
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="the account" />}
      {data && (
        <AccountDetails account={data}>
          <Anchor component={Link} to="/settings/keys" size="sm" underline="always">
            API keys
          </Anchor>
        </AccountDetails>
      )}
    </>
  )
}
