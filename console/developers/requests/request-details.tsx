import type { RequestEntry } from '@adoption-store/client'
import { Anchor, CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { Pill } from '../../platform/pill.tsx'
import { Time } from '../../platform/time.tsx'
import { CopyButton } from './copy-button.tsx'
import { curlOf, issueText, statusTone } from './request-labels.ts'
import { useRequest } from './request-list.ts'
import classes from './requests.module.css'

type DetailsProps = {
  id: string
  /** The request, if the list has it. */
  entry: RequestEntry | undefined
  keyName: (id: NonNullable<RequestEntry['keyId']>) => string
  /** Left out where the details are in a dialog. */
  onClose?: () => void
}

/** Everything the log has about one request. */
export const RequestDetails = ({ id, entry, keyName, onClose }: DetailsProps) => {
  const { data, error, refetch } = useRequest(id, entry)
  const shown = entry ?? data
  return (
    <div className={classes.details}>
      <header>
        {shown && (
          <>
            <span className={classes.method} data-method={shown.method}>
              {shown.method}
            </span>
            <code>{shown.path}</code>
            <Pill tone={statusTone(shown.status)}>{shown.status}</Pill>
          </>
        )}
        {onClose && <CloseButton aria-label="Close" onClick={onClose} ml="auto" />}
      </header>
      {!shown && (
        <div>
          <LoadFailure query={{ data, error, refetch }} />
          {!error && <Loading what="the request" />}
        </div>
      )}
      {shown && <Parts entry={shown} keyName={keyName} />}
    </div>
  )
}

const Parts = ({ entry, keyName }: { entry: RequestEntry; keyName: DetailsProps['keyName'] }) => {
  const { code, rateLimit, keyId, userAgent, operationId, count } = entry
  const facts = [
    `${entry.durationMs} ms`,
    ...(operationId === undefined ? [] : [operationId]),
    keyId === undefined ? 'No key' : keyName(keyId),
    ...(userAgent === undefined ? [] : [userAgent]),
  ]
  return (
    <>
      {code !== undefined && <Fault entry={entry} code={code} />}
      {count !== undefined && (
        <p className={classes.note}>
          This entry represents {formatCount(count)} requests of the same second that failed in the same way.
        </p>
      )}
      {rateLimit && (
        <Part title="Rate limit">
          <p className={classes.note}>
            {formatCount(rateLimit.remaining)} requests left that {rateLimit.window}
          </p>
        </Part>
      )}
      <Part title="Request ID" aside={<CopyButton text={entry.id} what="request ID" />}>
        <code className={classes.id}>{entry.id}</code>
        <p className={classes.note}>
          <Time at={entry.time} /> · {facts.join(' · ')}
        </p>
      </Part>
      <Part title="Try it again" aside={<CopyButton text={curlOf(entry)} what="command" />}>
        <pre className={classes.curl}>{curlOf(entry)}</pre>
        <p className={classes.note}>Bodies, query parameters and keys are never logged.</p>
      </Part>
    </>
  )
}

const Fault = ({ entry, code }: { entry: RequestEntry; code: string }) => (
  <Part
    title={code}
    aside={
      <Anchor href={`/docs/guides/errors#${code}`} target="_blank" size="sm" underline="always">
        Explanation
      </Anchor>
    }
  >
    {entry.errors?.map((issue, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <div key={at} className={classes.issue}>
        <code>{issue.field === '' ? 'body' : issue.field}</code>
        <span>
          {issueText(issue.code)}
          <small>{issue.code}</small>
        </span>
      </div>
    ))}
  </Part>
)

const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section>
    <h3>
      {title}
      {aside}
    </h3>
    {children}
  </section>
)
