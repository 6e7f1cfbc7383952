import { Route, Switch } from 'wouter'
import { PeopleList } from './people-list.tsx'
import { PersonView } from './person-view.tsx'

/** All adopters, or one with their applications and orders. */
export const PeoplePage = () => (
  <Switch>
    <Route path="/people" component={PeopleList} />
    <Route path="/people/:id">{({ id }) => <PersonView key={id} id={id} />}</Route>
  </Switch>
)
