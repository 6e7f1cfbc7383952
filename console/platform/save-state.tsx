import { useEffect, useState } from 'react'
import classes from './save-state.module.css'

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed'

const FRESH_MS = 4_000

/** What has become of the changes to a form that saves by itself. */
export const SaveState = ({ status }: { status: SaveStatus }) => {
  const isFresh = useFresh(status)
  return (
    <span className={classes.state} data-status={status} role="status">
      {status === 'saved' && !isFresh ? 'All changes saved' : texts[status]}
    </span>
  )
}

const texts: Record<SaveStatus, string> = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
}

/** For a moment after it was saved. */
const useFresh = (status: SaveStatus): boolean => {
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    setFresh(status === 'saved')
    if (status !== 'saved') return
    const timer = setTimeout(() => setFresh(false), FRESH_MS)
    return () => clearTimeout(timer)
  }, [status])
  return isFresh
}
