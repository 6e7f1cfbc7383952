import { Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type SignInForm, useAttempt } from './attempt.ts'
import { SubmitButton, WelcomeField } from './fields.tsx'
import { signInByKey } from './session.ts'
import { SignInError } from './sign-in-error.tsx'
import classes from './welcome.module.css'

/** Asks for an API key. */
export const KeySignIn = ({ failed, onFailed }: SignInForm) => {
  const [key, setKey] = useState('')
  const { isBusy, attempt } = useAttempt({ onFailed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => signInByKey(key))
  }
  return (
    <form onSubmit={submit}>
      <SignInError failed={failed} />
      <Stack gap="md">
        <WelcomeField
          label="API key"
          description="Stored in this tab only, until you close it or sign out."
          placeholder="aas_live_…"
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={`${classes.field} ${classes.secret}`}
          value={key}
          onChange={setKey}
        />
        <SubmitButton isBusy={isBusy} secondsLeft={0}>
          Sign in
        </SubmitButton>
      </Stack>
    </form>
  )
}
