import type { Import } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useAction } from '../../platform/action.ts'
import { saveCsv } from '../../platform/save-file.ts'
import { useReportCsv } from './imports.ts'

/** The list of all rows and values that were left out, as a file for a spreadsheet. */
export const DownloadReport = ({ of, label }: { of: Import; label: string }) => {
  const load = useReportCsv(of.id)
  const save = useAction(async () => saveCsv(`${of.fileName || 'import'}.report.csv`, await load()))
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
      {label}
    </Button>
  )
}
