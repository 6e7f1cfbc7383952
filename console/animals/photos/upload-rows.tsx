import { Button, CloseButton, Progress, VisuallyHidden } from '@mantine/core'
import classes from './photos.module.css'
import type { Upload } from './uploads.ts'

type UploadsProps = {
  uploads: readonly Upload[]
  outcome: string
  retry: (upload: Upload) => void
  cancel: (id: number) => void
}

/** The files that are being sent, with their progress, and those that failed. */
export const Uploads = ({ uploads, outcome, retry, cancel }: UploadsProps) => (
  <>
    <VisuallyHidden role="status">{outcome}</VisuallyHidden>
    {uploads.length > 0 && (
      <ul className={classes.uploads} aria-label="Uploads">
        {uploads.map((upload) => (
          <li key={upload.id}>
            {upload.failure ? <Failed upload={upload} reason={upload.failure.reason} /> : <Sending upload={upload} />}
            <div className={classes.end}>
              {upload.failure?.mayRetry && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Try again to add ${upload.file.name}`}
                  onClick={() => retry(upload)}
                >
                  Try again
                </Button>
              )}
              {upload.share !== 1 && (
                <CloseButton
                  size="sm"
                  aria-label={`${upload.failure ? 'Dismiss' : 'Cancel'} ${upload.file.name}`}
                  onClick={() => cancel(upload.id)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    )}
  </>
)

const Failed = ({ upload, reason }: { upload: Upload; reason: string }) => (
  <span className={classes.failed}>
    {upload.file.name} was not added: {reason}
  </span>
)

const Sending = ({ upload: { file, share } }: { upload: Upload }) => {
  const isSent = share === 1
  return (
    <>
      <span className={classes.file}>
        <span>{file.name}</span>
        <span className="num">{stateOf(share)}</span>
      </span>
      <Progress
        className={classes.bar}
        value={(share ?? 0) * 100}
        animated={isSent}
        striped={isSent}
        size="sm"
        transitionDuration={200}
        aria-label={`Sending ${file.name}`}
      />
    </>
  )
}

const stateOf = (share: number | undefined): string => {
  if (share === undefined) return 'Waiting'
  return share === 1 ? 'Processing' : `${Math.floor(share * 100)} %`
}
