import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMembership } from '../../session/permissions.ts'
import { useAccounts } from '../accounts/account-list.ts'
import { KeyList } from './key-list.tsx'

/** The API keys of the user's own account; for staff, of the account that runs the store. */
export const KeysPage = () => {
  const own = useMembership()
  return (
    <>
      <PageHead title="API keys" />
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        Websites and programs use the API with a key. The{' '}
        <Anchor href="/docs" inherit underline="always">
          docs
        </Anchor>{' '}
        show how.
      </Text>
      {own ? <KeyList accountId={own.id} /> : <StoreKeys />}
    </>
  )
}

const StoreKeys = () => {
  const list = useAccounts({})
  const oldest = list.data?.pages[0]?.items[0]
  return (
    <>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="keys" />}
      {oldest && (
        <>
          <KeyList accountId={oldest.id} />
          <Text size="sm" c="dimmed" mt="md">
            These are the keys of {oldest.name}. Those of other accounts are on the pages of the{' '}
            <Anchor component={Link} to="/settings/accounts" inherit underline="always">
              accounts
            </Anchor>
            .
          </Text>
        </>
      )}
    </>
  )
}
