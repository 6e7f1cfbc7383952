import { Route, Switch } from 'wouter'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { CompareView } from './compare-view.tsx'
import { Inbox } from './inbox.tsx'

/** The inbox with the application that is open, or those for one animal side by side. */
export const ApplicationsPage = () => (
  <Switch>
    <Route path="/applications">
      <Inbox />
    </Route>
    <Route path="/applications/compare/:petId">
      {(params) => {
        const petId = parseInt64(params.petId)
        return petId === undefined ? <NotFound /> : <CompareView petId={petId} />
      }}
    </Route>
    <Route path="/applications/:id">
      {(params) => {
        const id = parseInt64(params.id)
        return id === undefined ? <NotFound /> : <Inbox openId={id} />
      }}
    </Route>
    <Route component={NotFound} />
  </Switch>
)

const NotFound = () => <PageHead title="Application not found" />
