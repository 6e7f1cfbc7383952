import { BanList } from '../bans/ban-list.tsx'
import { parseInt64 } from '../platform/int64.ts'
import { PageHead } from '../platform/page-head.tsx'
import { usePlace } from '../platform/router.tsx'
import { AccountTable } from './account-table.tsx'
import { AccountView } from './account-view.tsx'

/** What operators do: accounts and their keys, and bans. */
export const AdminPage = () => {
  const [, kind, which] = usePlace().segments
  if (kind === undefined) {
    return (
      <>
        <AccountTable />
        <BanList />
      </>
    )
  }
  const id = kind === 'accounts' && which !== undefined ? parseInt64(which) : undefined
  if (id === undefined) return <PageHead title="There is no such account" />
  return <AccountView key={String(id)} id={id} />
}
