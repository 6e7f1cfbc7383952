import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAttempt } from './attempt.ts'
import { deviceOf } from './device.ts'
import { createPasskey, hasPasskeys } from './passkey.ts'
import { finishEnrolment, signOut } from './session.ts'
import { type Failed, SignInError } from './sign-in-error.tsx'
import { auth } from './tokens.ts'
import classes from './welcome.module.css'
import { Welcome } from './welcome.tsx'

const action = { fullWidth: true, className: classes.submit, mb: 'sm' } as const

/** The only page for users whose role requires a passkey, until they have added one. */
export const EnrolmentPage = () => {
  const [failed, setFailed] = useState<Failed>()
  const { isBusy, attempt } = useAttempt({ onFailed: setFailed })
  const add = () =>
    attempt(async () => {
      const credential = await createPasskey(await auth.passkeys.creationOptions())
      await auth.passkeys.add({ name: deviceOf(navigator.userAgent), credential })
      finishEnrolment()
    })
  const leave = () => attempt(signOut)
  return (
    <Welcome
      title="Add a passkey"
      lead="Your role requires a passkey. From now on you sign in with it, using your fingerprint, face or screen lock."
    >
      <SignInError failed={failed} />
      {hasPasskeys() ? (
        <Button {...action} loading={isBusy} onClick={() => void add()}>
          Add a passkey
        </Button>
      ) : (
        <p>This browser has no passkeys. Sign in with another browser or device.</p>
      )}
      <Button {...action} variant="default" onClick={() => void leave()}>
        Sign out
      </Button>
    </Welcome>
  )
}
