import { useState } from 'react'
import { reportReadOnly } from '../platform/maintenance.ts'
import type { Failed } from './sign-in-error.tsx'

/** What the last attempt came to. */
export type SignInForm = {
  failed: Failed | undefined
  onFailed: (failed: Failed | undefined) => void
}

/** Makes an attempt, and keeps why it failed. */
export const useAttempt = ({ onFailed }: Pick<SignInForm, 'onFailed'>) => {
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    onFailed(undefined)
    try {
      await work()
      return true
    } catch (reason) {
      // That is said in the place of the form.
      if (!reportReadOnly(reason)) onFailed({ reason, atMs: Date.now() })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, attempt }
}
