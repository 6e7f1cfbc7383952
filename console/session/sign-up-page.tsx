import { isApiError } from '@adoption-store/client'
import { Anchor, Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { fieldError } from '../platform/error-messages.ts'
import { SecretText } from '../platform/shown-once.tsx'
import { useUnloadWarning } from '../platform/unload.ts'
import { useAttempt } from './attempt.ts'
import { ClosedForm } from './closed-form.tsx'
import { EmailField, PasswordField, SubmitButton, WelcomeField } from './fields.tsx'
import { linkToken } from './link-token.ts'
import { PasswordRules } from './password-rules.tsx'
import { confirmSignUp } from './session.ts'
import { type Failed, SignInError, useSecondsLeft } from './sign-in-error.tsx'
import { auth } from './tokens.ts'
import classes from './welcome.module.css'
import { Welcome } from './welcome.tsx'

/** Developers create an account. First they confirm an email address. */
export const SignUpPage = () => {
  const token = linkToken.use()
  if (token !== undefined) return <Confirm token={token} />
  return (
    <AskForLink
      title="Sign up"
      lead="We send you a link to confirm your email address."
      sent={(email) => `We have sent a link to ${email}. It works once, within a day.`}
      ask={(email) => auth.requestSignUp(email)}
    />
  )
}

/** Requests a link to set a new password. */
export const ForgottenPage = () => (
  <AskForLink
    title="Reset your password"
    lead="We send you a link to set a new one."
    sent={(email) => `If ${email} has an account here, a link is on its way.`}
    ask={(email) => auth.requestPasswordReset(email)}
  />
)

type AskProps = {
  title: string
  lead: string
  /** The message after the request; it never says whether the email is known. */
  sent: (email: string) => string
  ask: (email: string) => Promise<void>
}

const AskForLink = ({ title, lead, sent, ask }: AskProps) => {
  const [email, setEmail] = useState('')
  const [failed, setFailed] = useState<Failed>()
  const [isSent, setSent] = useState(false)
  const { isBusy, attempt } = useAttempt({ onFailed: setFailed })
  const secondsLeft = useSecondsLeft(failed)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await attempt(() => ask(email.trim()))) setSent(true)
  }
  if (isSent)
    return (
      <Welcome title="Check your email" lead={sent(email.trim())}>
        <p className={classes.lead}>
          Nothing after a few minutes? Check your spam folder, and that the address is right.
        </p>
        <Button variant="default" className={classes.submit} onClick={() => setSent(false)}>
          Send it again
        </Button>
        <ToSignIn />
      </Welcome>
    )
  const error = fieldError(failed?.reason, 'email')
  return (
    <Welcome title={title} lead={lead}>
      <ClosedForm>
        <form onSubmit={submit}>
          {!error && <SignInError failed={failed} />}
          <Stack gap="md">
            <EmailField autoFocus value={email} error={error} onChange={setEmail} />
            <SubmitButton isBusy={isBusy} secondsLeft={secondsLeft}>
              Send the link
            </SubmitButton>
          </Stack>
        </form>
      </ClosedForm>
      <ToSignIn />
    </Welcome>
  )
}

const ToSignIn = () => (
  <p className={classes.after}>
    <Anchor href="/console" size="sm" underline="always">
      Go to sign-in
    </Anchor>
  </p>
)

const Confirm = ({ token }: { token: string }) => {
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [accountName, setAccountName] = useState('')
  const [password, setPassword] = useState('')
  const [failed, setFailed] = useState<Failed>()
  const [key, setKey] = useState<string>()
  const { isBusy, attempt } = useAttempt({ onFailed: setFailed })
  useUnloadWarning(key === undefined && [name, accountName, password].some(Boolean))
  const secondsLeft = useSecondsLeft(failed)
  const error = failed?.reason
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const whole = { token, password, name: name.trim(), accountName: accountName.trim() }
    await attempt(async () => setKey(await confirmSignUp(whole)))
  }
  const leave = () => {
    linkToken.set(undefined)
    navigate('/', { replace: true })
  }
  if (key !== undefined) return <FirstKey secret={key} onSaved={leave} />
  // The same code as for a wrong password, but here only the link can be wrong.
  if (isApiError(error, 'invalid_credentials')) return <UsedLink />
  return (
    <Welcome title="Create your account" lead="It is free, and you get an API key immediately.">
      <ClosedForm>
        <form onSubmit={submit}>
          {!['name', 'accountName', 'password'].some((field) => fieldError(error, field)) && (
            <SignInError failed={failed} />
          )}
          <Stack gap="md">
            <WelcomeField
              label="Your name"
              name="name"
              autoFocus
              autoComplete="name"
              value={name}
              error={fieldError(error, 'name')}
              onChange={setName}
            />
            <WelcomeField
              label="Name of your organization or app"
              name="organization"
              autoComplete="organization"
              value={accountName}
              error={fieldError(error, 'accountName')}
              onChange={setAccountName}
            />
            <div>
              <PasswordField
                autoComplete="new-password"
                aria-describedby="password-rules"
                value={password}
                error={fieldError(error, 'password')}
                onChange={setPassword}
              />
              <PasswordRules id="password-rules" password={password} />
            </div>
            <SubmitButton isBusy={isBusy} secondsLeft={secondsLeft}>
              Create account
            </SubmitButton>
          </Stack>
        </form>
      </ClosedForm>
    </Welcome>
  )
}

const FirstKey = ({ secret, onSaved }: { secret: string; onSaved: () => void }) => (
  <Welcome title="Your first API key" lead="Copy it now: it is shown only once.">
    <Stack gap="md">
      <SecretText secret={secret} />
      <Button className={classes.submit} onClick={onSaved}>
        I've saved it
      </Button>
    </Stack>
    <p className={classes.after}>
      <Anchor href="/docs/guides/first-request" target="_blank" size="sm" underline="always">
        Make your first request
      </Anchor>
    </p>
  </Welcome>
)

const UsedLink = () => (
  <Welcome title="This link no longer works" lead="It has already been used, or has expired.">
    <Button className={classes.submit} variant="default" onClick={() => linkToken.set(undefined)}>
      Request a new link
    </Button>
    <ToSignIn />
  </Welcome>
)
