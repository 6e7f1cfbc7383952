import { Route, Switch } from 'wouter'
import { PeopleList } from './people-list.tsx'
import { PersonView } from './person-view.tsx'

/** Adopters: all of them, or one with everything that they have sent. */
export const PeoplePage = () => (
  <Switch>
    <Route path="/people" component={PeopleList} />
    <Route path="/people/:id">{({ id }) => <PersonView key={id} id={id} />}</Route>
  </Switch>
)
