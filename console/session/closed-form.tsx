import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReadOnly } from '../platform/maintenance.ts'

/** A form that is hidden while the store is read-only, without losing its input. */
export const ClosedForm = ({ children }: { children: ReactNode }) => {
  const isClosed = useReadOnly() !== undefined
  return (
    <>
      {isClosed && (
        <Alert color="orange" role="status" title="Not possible right now" mb="md">
          The store is being maintained. Please come back later. If you leave this page open, it continues
          automatically.
        </Alert>
      )}
      <div hidden={isClosed}>{children}</div>
    </>
  )
}
