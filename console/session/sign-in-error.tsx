import { ApiError, ConnectionError, isApiError, TimeoutError } from '@adoption-store/client'
import { Alert } from '@mantine/core'
import { useNowMs } from '../platform/countdown.ts'
import { type ErrorMessage, formatDuration, messageFor } from '../platform/error-messages.ts'
import { SignInProblem } from './sign-in-problem.ts'

/** An error of the sign-in, and its time: some errors include how long to wait. */
export type Failed = { reason: unknown; atMs: number }

/** Explains to the user why the sign-in failed. */
export const SignInError = ({ failed }: { failed: Failed | undefined }) => {
  const secondsLeft = useSecondsLeft(failed)
  if (!failed) return null
  const { reason } = failed
  const isWait = reason instanceof ApiError && reason.retryAfterSeconds !== undefined
  if (isWait && secondsLeft <= 0) return null
  // A session that simply ended is not an error.
  const color = isApiError(reason, 'session_expired') ? 'gray' : 'red'
  const { title, detail } = wordsFor(reason, secondsLeft)
  return (
    <Alert color={color} role="alert" title={title} mb="md">
      {detail}
    </Alert>
  )
}

/** How long until the next attempt may be made; 0 if it may at once. */
export const useSecondsLeft = (failed: Failed | undefined): number => {
  const seconds = failed?.reason instanceof ApiError ? failed.reason.retryAfterSeconds : undefined
  const nowMs = useNowMs(seconds !== undefined)
  if (failed === undefined || seconds === undefined) return 0
  return Math.max(0, Math.ceil((failed.atMs + seconds * 1_000 - nowMs) / 1_000))
}

const wordsFor = (reason: unknown, secondsLeft: number): ErrorMessage => {
  if (reason instanceof ConnectionError || reason instanceof TimeoutError) {
    return navigator.onLine
      ? { title: 'Cannot reach the server', detail: 'Try again in a moment.' }
      : { title: 'You are offline', detail: 'Try again when you are back online.' }
  }
  if (reason instanceof SignInProblem) return { title: reason.message, detail: reason.detail }
  // The client rejects what cannot be a key before sending it.
  if (reason instanceof TypeError) {
    return {
      title: 'This is not a key',
      detail: 'A key is a single word that starts with aas_live_ or aas_test_.',
    }
  }
  if (isApiError(reason, 'too_many_attempts')) {
    return {
      title: `Too many attempts. Try again in ${formatDuration(secondsLeft)}`,
      detail: 'The password was wrong several times in a row.',
    }
  }
  if (reason instanceof ApiError && reason.retryAfterSeconds !== undefined) {
    return {
      title: `Please wait ${formatDuration(secondsLeft)}`,
      detail: 'The server is busy, or got too many requests from your network.',
    }
  }
  if (isApiError(reason, 'origin_not_allowed') && reason.reason.includes('Origin')) {
    return {
      title: 'You cannot sign in at this address',
      detail: "Open the console at the store's own address, which an operator sets as PUBLIC_URL.",
    }
  }
  return messageFor(reason)
}
