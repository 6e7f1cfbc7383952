import { Route, Switch } from 'wouter'
import { AnimalsPage } from '../animals/animals-page.tsx'
import { parseInt64 } from '../platform/int64.ts'
import { AnimalView, NoAnimal } from './animal-view.tsx'

/** All animals, or one of them. */
export const AnimalPages = () => (
  <Switch>
    <Route path="/animals" component={AnimalsPage} />
    <Route path="/animals/:id">{({ id }) => <OneAnimal id={id} />}</Route>
    <Route component={NoAnimal} />
  </Switch>
)

const OneAnimal = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoAnimal /> : <AnimalView key={String(id)} id={id} />
}
