import { Route, Switch } from 'wouter'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { AccountTable } from '../accounts/account-table.tsx'
import { AccountView } from './account-view.tsx'

/** For operators: accounts and their keys. */
export const AdminPage = () => (
  <Switch>
    <Route path="/settings/accounts" component={AccountTable} />
    <Route path="/settings/accounts/:id">{({ id }) => <OneAccount id={id} />}</Route>
    <Route component={NoAccount} />
  </Switch>
)

const OneAccount = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoAccount /> : <AccountView key={String(id)} id={id} />
}

const NoAccount = () => <PageHead title="Account not found" />
