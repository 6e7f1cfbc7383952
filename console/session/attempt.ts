import { useState } from 'react'
import { reportReadOnly } from '../platform/maintenance.ts'
import type { Failed } from './sign-in-error.tsx'

/** The result of the last attempt. */
export type SignInForm = {
  failed: Failed | undefined
  onFailed: (failed: Failed | undefined) => void
}

/** Makes an attempt, and stores why it failed. */
export const useAttempt = ({ onFailed }: Pick<SignInForm, 'onFailed'>) => {
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    onFailed(undefined)
    try {
      await work()
      return true
    } catch (reason) {
      // That is shown in place of the form.
      if (!reportReadOnly(reason)) onFailed({ reason, atMs: Date.now() })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, attempt }
}
