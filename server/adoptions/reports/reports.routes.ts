import { prefersType } from '../../requests/api/media-type.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import { AdoptionReport, ReportQuery, reportCsv } from './report.ts'
import type { ReportsService } from './reports.service.ts'

type Deps = { reports: ReportsService }

export const reportSchemas = [AdoptionReport]

const byAccept = ['vary', 'Accept']

/** Reports on adoptions. */
export const reportOperations = ({ reports }: Deps): Operation[] => [
  operation({
    id: 'reportAdoptions',
    method: 'GET',
    path: '/reports/adoptions',
    tag: 'Reports',
    stability: 'beta',
    summary: 'Adoptions, returns and length of stay',
    description:
      'Counts the adoptions and returns of a period (days in UTC) by month and species, and computes how long ' +
      'animals waited from their intake or return until their adoption. An animal is adopted when its status becomes ' +
      '`sold`. Staff and keys with `admin` see all accounts. With `Accept: text/csv` the response is CSV.',
    scope: 'pets:read',
    query: ReportQuery,
    returns: { 200: { description: 'The report.', schema: AdoptionReport, hasCsv: true } },
    errors: ['not_owner'],
    example: {
      query: { from: '2026-01-01', to: '2026-12-31' },
      client: `const { total, months } = await store.reports.adoptions({ from: '2026-01-01', to: '2026-12-31' })\nconsole.log(total.adoptions, months)`,
    },
    handle: async ({ caller, query, headers }) => {
      const report = await reports.adoptions(caller, query)
      if (!prefersType(headers.accept, 'text/csv')) return resource(report, { headers: byAccept })
      const name = `adoptions-${report.from}-${report.to}.csv`
      return {
        status: 200,
        type: 'text/csv; charset=utf-8',
        body: reportCsv(report),
        headers: [...byAccept, 'content-disposition', `attachment; filename="${name}"`],
      }
    },
  }),
]
