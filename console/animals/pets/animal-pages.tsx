import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { parseInt64 } from '../../platform/int64.ts'
import { AnimalsPage } from './animals-page.tsx'
import { NoAnimal } from './no-animal.tsx'

const AnimalView = lazy(async () => ({ default: (await import('./animal-view.tsx')).AnimalView }))
const CardsPage = lazy(async () => ({
  default: (await import('./cards-page.tsx')).CardsPage,
}))

/** All animals, or one of them. */
export const AnimalPages = () => (
  <Switch>
    <Route path="/animals" component={AnimalsPage} />
    <Route path="/animals/cards" component={CardsPage} />
    <Route path="/animals/:id">{({ id }) => <OneAnimal id={id} />}</Route>
    <Route component={NoAnimal} />
  </Switch>
)

const OneAnimal = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoAnimal /> : <AnimalView key={String(id)} id={id} />
}
