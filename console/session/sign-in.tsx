import { Anchor, Button, Stack } from '@mantine/core'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type SignInForm, useAttempt } from './attempt.ts'
import { readEarlyForm } from './early-form.ts'
import { EmailField, PasswordField, SubmitButton } from './fields.tsx'
import { KeySignIn } from './key-sign-in.tsx'
import { type SessionState, signIn } from './session.ts'
import { type Failed, SignInError, useSecondsLeft } from './sign-in-error.tsx'
import { OtherSignInMethods, useSignInMethods } from './sign-in-methods.tsx'
import { takenProblem } from './sign-in-problem.ts'
import classes from './welcome.module.css'
import { Welcome } from './welcome.tsx'

/** The sign-in page: people use email and password, developers a key. */
export const SignIn = ({ ended }: { ended: Extract<SessionState, { kind: 'none' }> }) => {
  const [isByKey, setByKey] = useState(ended.wasKey ?? false)
  const { data: methods } = useSignInMethods()
  // Until that is known, and if it cannot be, there is the password.
  const hasPasswords = methods?.password ?? true
  const reason = ended.reason ?? takenProblem()
  const [failed, setFailed] = useState<Failed | undefined>(() =>
    reason === undefined ? undefined : { reason, atMs: Date.now() },
  )
  const form = { failed, onFailed: setFailed }
  const change = () => {
    setByKey(!isByKey)
    setFailed(undefined)
  }
  return (
    <Welcome
      title={isByKey ? 'Use an API key' : 'Sign in'}
      lead={isByKey ? 'For developers and scripts.' : 'to the console of your store'}
      foot={isByKey ? <KeyHelp /> : hasPasswords ? <PasswordHelp /> : <ProviderHelp />}
    >
      {isByKey && <KeySignIn {...form} />}
      {!isByKey && hasPasswords && <PasswordSignIn {...form} />}
      {!isByKey && !hasPasswords && (
        <>
          <SignInError failed={failed} />
          <OtherSignInMethods onFailed={setFailed} />
        </>
      )}
      <p className={classes.or}>or</p>
      {!isByKey && hasPasswords && <OtherSignInMethods onFailed={setFailed} />}
      <Button variant="default" fullWidth className={classes.submit} onClick={change}>
        {isByKey ? (hasPasswords ? 'Sign in with email' : 'Sign in') : 'Use an API key instead'}
      </Button>
    </Welcome>
  )
}

const PasswordSignIn = ({ failed, onFailed }: SignInForm) => {
  const [early] = useState(readEarlyForm)
  const [email, setEmail] = useState(early?.email ?? '')
  const [password, setPassword] = useState(early?.password ?? '')
  const passwordField = useRef<HTMLInputElement>(null)
  const { isBusy, attempt } = useAttempt({ onFailed })
  const secondsLeft = useSecondsLeft(failed)
  const submit = async () => {
    if (await attempt(() => signIn({ email: email.trim(), password }))) return
    passwordField.current?.select()
  }
  const start = useEffectEvent(() => {
    if (early?.focused === 'password') passwordField.current?.focus()
    if (early?.isSubmitted) void submit()
  })
  useLayoutEffect(() => start(), [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SignInError failed={failed} />
      <Stack gap="md">
        <EmailField autoFocus value={email} onChange={setEmail} />
        <PasswordField autoComplete="current-password" ref={passwordField} value={password} onChange={setPassword} />
        <SubmitButton isBusy={isBusy} secondsLeft={secondsLeft}>
          Sign in
        </SubmitButton>
      </Stack>
    </form>
  )
}

const PasswordHelp = () => {
  const { data: methods } = useSignInMethods()
  return (
    <>
      {methods?.signUp && (
        <p>
          New here?{' '}
          <Anchor href="/console/sign-up" inherit underline="always">
            Sign up
          </Anchor>
        </p>
      )}
      {methods?.passwordReset ? (
        <p>
          <Anchor href="/console/forgotten" inherit underline="always">
            Forgot your password?
          </Anchor>
        </p>
      ) : (
        <p>Forgot your password? An administrator can give you a link to set a new one.</p>
      )}
      <p>New store? The link to create the first administrator is printed when the store starts.</p>
    </>
  )
}

const ProviderHelp = () => (
  <p>This store has no passwords. If the provider is not available, an operator can give you a link to sign in once.</p>
)

const KeyHelp = () => (
  <p>
    The store prints a key when it first starts. Operators create more with <code>npm run cli -- keys create</code>.
    Read{' '}
    <Anchor href="/docs" inherit underline="always">
      the docs
    </Anchor>{' '}
    to use the API.
  </p>
)
