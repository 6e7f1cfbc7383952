import { PageHead } from '../../platform/page-head.tsx'
import { useCan } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { ExportSection } from './export-section.tsx'
import { ImportSection } from './import-section.tsx'

/** Many animals at once: from a file, and into one. */
export const TransferPage = () => {
  const canWrite = useCan('pets:write')
  return (
    <>
      <PageHead title="Import and export" />
      {canWrite ? <ImportSection /> : <ReadOnlyNote scope="pets:write" />}
      <ExportSection />
    </>
  )
}
