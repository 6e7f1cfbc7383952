import type { RequestEntry } from '@adoption-store/client'
import { Link } from 'wouter'
import { useNowMs } from '../../platform/countdown.ts'
import { Pill } from '../../platform/pill.tsx'
import { statusTone, timeLabel } from './request-labels.ts'
import classes from './requests.module.css'

type TableProps = {
  entries: readonly RequestEntry[]
  /** The id of the request whose details are shown. */
  openId: string
  hrefOf: (entry: RequestEntry) => string
  keyName: (id: NonNullable<RequestEntry['keyId']>) => string
}

/** The requests of a page. A click anywhere in a row opens its details. */
export const RequestTable = ({ entries, ...rest }: TableProps) => (
  <div className={classes.frame}>
    <table className={classes.log} aria-label="Requests">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Method</th>
          <th scope="col">Path</th>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col" className={classes.ms}>
            ms
          </th>
          <th scope="col" className={classes.key}>
            Key
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={`${entry.id} ${entry.time} ${entry.durationMs}`} entry={entry} {...rest} />
        ))}
      </tbody>
    </table>
  </div>
)

type RowProps = Omit<TableProps, 'entries'> & { entry: RequestEntry }

const Row = ({ entry, openId, hrefOf, keyName }: RowProps) => {
  const { id, time, method, path, status, code, durationMs, keyId, deprecated, count } = entry
  const nowMs = useNowMs(false)
  return (
    <tr aria-current={id === openId || undefined}>
      <td className={classes.time}>
        <time dateTime={time} title={time}>
          {timeLabel(time, nowMs)}
        </time>
      </td>
      <td>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
      </td>
      <td className={classes.path}>
        <Link to={hrefOf(entry)}>
          <code>{path}</code>
        </Link>
        {deprecated && <span className={classes.tag}>deprecated</span>}
        {count !== undefined && <span className={classes.tag}>{count} alike</span>}
      </td>
      <td>
        <Pill tone={statusTone(status)}>{status}</Pill>
      </td>
      <td className={classes.code}>{code}</td>
      <td className={classes.ms}>{Math.round(durationMs)}</td>
      <td className={classes.key}>{keyId === undefined ? '' : keyName(keyId)}</td>
    </tr>
  )
}
