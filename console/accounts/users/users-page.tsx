import { Route, Switch } from 'wouter'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { UserList } from './user-list.tsx'
import { UserView } from './user-view.tsx'

/** The people who can sign in, or one of them. */
export const UsersPage = () => (
  <Switch>
    <Route path="/settings/users" component={UserList} />
    <Route path="/settings/users/:id">{({ id }) => <OneUser id={id} />}</Route>
    <Route component={NoUser} />
  </Switch>
)

const OneUser = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoUser /> : <UserView key={String(id)} id={id} />
}

const NoUser = () => <PageHead title="User not found" />
