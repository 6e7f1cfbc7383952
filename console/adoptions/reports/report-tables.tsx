import type { AdoptionReport } from '@adoption-store/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { speciesLabels } from '../../platform/species-labels.ts'
import { formatMonth } from '../../platform/time-format.ts'
import { type Figures, type MonthFigures, speciesKey } from './report.ts'
import classes from './reports.module.css'

/** The numbers of the charts, latest month first. */
export const MonthTable = ({ months, total }: { months: MonthFigures[]; total: Figures }) => (
  <Panel title="By month">
    <FiguresTable
      heading="Month"
      foot={<FiguresRow name="Total" figures={total} />}
      rows={months
        .toReversed()
        .map((figures) => <FiguresRow key={figures.month} name={formatMonth(figures.month)} figures={figures} />)}
    />
  </Panel>
)

/** Each species with its share of the adoptions. */
export const SpeciesTable = ({ report: { species } }: { report: AdoptionReport }) => {
  const most = Math.max(1, ...species.map(({ adoptions }) => adoptions))
  const rows = species.toSorted((one, other) => other.adoptions - one.adoptions)
  return (
    <Panel title="By species">
      <FiguresTable
        heading="Species"
        rows={rows.map((figures) => (
          <FiguresRow
            key={speciesKey(figures)}
            name={figures.species ? speciesLabels[figures.species] : 'Not known'}
            share={figures.adoptions / most}
            figures={figures}
          />
        ))}
      />
    </Panel>
  )
}

type TableProps = { heading: string; rows: ReactNode; foot?: ReactNode }

const FiguresTable = ({ heading, rows, foot }: TableProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">{heading}</th>
        <th scope="col">Adoptions</th>
        <th scope="col">Returns</th>
        <th scope="col">Median stay, days</th>
        <th scope="col">Average stay, days</th>
      </tr>
    </thead>
    <tbody>{rows}</tbody>
    {foot && <tfoot>{foot}</tfoot>}
  </table>
)

type RowProps = { name: string; figures: Figures; share?: number }

const FiguresRow = ({ name, figures: { adoptions, returns, stayDays }, share }: RowProps) => (
  <tr>
    <th scope="row">
      {name}
      {share !== undefined && <span className={classes.share} style={{ width: `${share * 100}%` }} />}
    </th>
    <td>{formatCount(adoptions)}</td>
    <td>{formatCount(returns)}</td>
    <td>{daysText(stayDays.median)}</td>
    <td>{daysText(stayDays.mean)}</td>
  </tr>
)

const daysText = (days: number | null): string => (days === null ? '–' : formatCount(Math.round(days)))
