import { VisuallyHidden } from '@mantine/core'
import { liveness } from '../platform/liveness.ts'
import { useOnline } from '../platform/online.ts'
import classes from './shell.module.css'

/** Whether changes by others appear live. */
export const Live = () => {
  const isOnline = useOnline()
  const state = liveness.use()
  if (isOnline && state === 'off') return null
  const shown = !isOnline ? 'offline' : state === 'live' ? 'live' : 'connecting'
  const [label, meaning] = labels[shown]
  return (
    <span className={classes.live} data-state={shown}>
      <span>{label}</span>
      <VisuallyHidden>: {meaning}</VisuallyHidden>
    </span>
  )
}

const labels = {
  offline: ['Offline', 'changes by others do not appear'],
  connecting: ['Connecting', 'changes by others may be missing'],
  live: ['Live', 'changes by others appear live'],
} as const
