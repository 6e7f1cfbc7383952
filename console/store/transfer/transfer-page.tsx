import { Route, Switch } from 'wouter'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { useCan } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { ImportPage } from '../imports/import-page.tsx'
import { ImportSection } from '../imports/import-section.tsx'
import { ExportSection } from './export-section.tsx'

/** Many animals at once: from a file, and into one. */
export const TransferPage = () => (
  <Switch>
    <Route path="/settings/transfer" component={Overview} />
    <Route path="/settings/transfer/imports/:id">{({ id }) => <OneImport id={id} />}</Route>
  </Switch>
)

const Overview = () => {
  const canWrite = useCan('pets:write')
  return (
    <>
      <PageHead title="Import and export" />
      {canWrite ? <ImportSection /> : <ReadOnlyNote scope="pets:write" />}
      <ExportSection />
    </>
  )
}

const OneImport = (params: { id: string }) => {
  const id = parseInt64(params.id)
  if (id === undefined) return <PageHead title="Import not found" />
  return <ImportPage key={String(id)} id={id} />
}
