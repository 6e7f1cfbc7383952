import type { AdoptionReport } from '@adoption-store/client'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { FilterChip } from '../../platform/filter-chip.tsx'
import { UsageIcon } from '../../platform/icons.tsx'
import { formatCount, formatCounted } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { Panel } from '../../platform/panel.tsx'
import { saveCsv } from '../../platform/save-file.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { speciesLabels } from '../../platform/species-labels.ts'
import { formatDay, formatDays } from '../../platform/time-format.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useStore } from '../../session/session.ts'
import { MonthChart } from './month-chart.tsx'
import { PeriodField, type PeriodState } from './period-field.tsx'
import { type Figures, monthsOf, periods, queryOf, totalOf } from './report.ts'
import { MonthTable, SpeciesTable } from './report-tables.tsx'
import classes from './reports.module.css'
import { useReport } from './use-report.ts'

const DEFAULTS = { period: '12', from: '', to: '', species: '' }

const speciesOptions = [
  ...Object.entries(speciesLabels).map(([value, label]) => ({ value, label })),
  { value: 'unknown', label: 'Not known' },
]

/** Adoptions, returns and how long animals waited. The URL stores the choices. */
export const ReportsPage = () => {
  const [state, change] = useUrlState(DEFAULTS)
  const [nowMs] = useState(Date.now)
  const period = periods.find(({ value }) => value === state.period)?.value ?? '12'
  const species = speciesOptions.find(({ value }) => value === state.species)?.value ?? ''
  const query = queryOf(period, state, nowMs)
  const { data, error, refetch } = useReport(query)
  const store = useStore()
  const download = useAction(async () => {
    const name = data ? `adoptions-${data.from}-${data.to}.csv` : 'adoptions.csv'
    saveCsv(name, await store.reports.adoptionsCsv(query))
  })
  const shown: PeriodState = { period, from: state.from, to: state.to }
  return (
    <>
      <PageHead title="Reports">
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate(undefined)}>
          Download CSV
        </Button>
      </PageHead>
      <div className={classes.filters}>
        <PeriodField value={shown} onChange={change} />
        <FilterChip
          label="Species"
          options={speciesOptions}
          value={species}
          onChange={(next) => change({ species: next })}
        />
        {data && (
          <Text span size="sm" c="dimmed" className={classes.days}>
            {formatDay(data.from)} to {formatDay(data.to)}
          </Text>
        )}
      </div>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the report" rows={8} />}
      {data && <Report report={data} species={species} />}
    </>
  )
}

const Report = ({ report, species }: { report: AdoptionReport; species: string }) => {
  const total = totalOf(report, species)
  const months = monthsOf(report, species)
  if (total.adoptions + total.returns === 0) {
    return (
      <EmptyState icon={<UsageIcon size={28} />} title="No adoptions in this period">
        An animal counts as adopted when it is handed over, or its status is set to Adopted.
      </EmptyState>
    )
  }
  const names = months.map(({ month }) => month)
  return (
    <>
      <Totals total={total} />
      <div className={classes.columns}>
        <Panel title="Adoptions and returns">
          <MonthChart
            label={`Adoptions and returns per month: ${formatCounted(total.adoptions, 'adoption')} and ${formatCounted(total.returns, 'return')} in total`}
            months={names}
            series={[
              {
                label: 'Adoptions',
                tone: 'accent',
                values: months.map(({ adoptions }) => adoptions),
              },
              { label: 'Returns', tone: 'amber', values: months.map(({ returns }) => returns) },
            ]}
          />
        </Panel>
        <Panel title="Length of stay" aside="Median, in days">
          <MonthChart
            label={`Median length of stay per month: ${stayText(total)} in the whole period`}
            months={names}
            series={[
              {
                label: 'Median stay',
                tone: 'blue',
                values: months.map(({ stayDays: { median } }) => (median === null ? null : Math.round(median))),
              },
            ]}
            format={formatDays}
          />
        </Panel>
      </div>
      {species === '' && <SpeciesTable report={report} />}
      <MonthTable months={months} total={total} />
    </>
  )
}

const Totals = ({ total }: { total: Figures }) => (
  <dl className={classes.totals}>
    <Total name="Adoptions">{formatCount(total.adoptions)}</Total>
    <Total name="Returns">{formatCount(total.returns)}</Total>
    <Total name="Median stay">{stayText(total)}</Total>
    <Total name="Average stay">
      {total.stayDays.mean === null ? '–' : formatDays(Math.round(total.stayDays.mean))}
    </Total>
  </dl>
)

const Total = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const stayText = ({ stayDays: { median } }: Figures): string => (median === null ? '–' : formatDays(Math.round(median)))
