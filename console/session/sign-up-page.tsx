import { Anchor, Button, Code, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { fieldError } from '../platform/error-messages.ts'
import { useAttempt } from './attempt.ts'
import { EmailField, PasswordField, SubmitButton, WelcomeField } from './fields.tsx'
import { linkToken } from './link-token.ts'
import { PasswordRules } from './password-rules.tsx'
import { confirmSignUp } from './session.ts'
import { type Failed, SignInError, useSecondsLeft } from './sign-in-error.tsx'
import { auth } from './tokens.ts'
import classes from './welcome.module.css'
import { Welcome } from './welcome.tsx'

/** Developers make an account of their own: first they confirm an email address. */
export const SignUpPage = () => {
  const token = linkToken.use()
  if (token !== undefined) return <Confirm token={token} />
  return (
    <AskForLink
      title="Sign up"
      lead="We send you a link to confirm your email address."
      ask={(email) => auth.requestSignUp(email)}
    />
  )
}

/** Whoever has forgotten a password asks for a link to set another one. */
export const ForgottenPage = () => (
  <AskForLink
    title="Reset your password"
    lead="We send you a link to set a new one."
    ask={(email) => auth.requestPasswordReset(email)}
  />
)

type AskProps = { title: string; lead: string; ask: (email: string) => Promise<void> }

const AskForLink = ({ title, lead, ask }: AskProps) => {
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
      <Welcome
        title="Look into your mailbox"
        lead={`If ${email.trim()} is right, a link is on its way.`}
      >
        <ToSignIn />
      </Welcome>
    )
  const error = fieldError(failed?.reason, 'email')
  return (
    <Welcome title={title} lead={lead}>
      <form onSubmit={submit}>
        {!error && <SignInError failed={failed} />}
        <Stack gap="md">
          <EmailField autoFocus value={email} error={error} onChange={setEmail} />
          <SubmitButton isBusy={isBusy} secondsLeft={secondsLeft}>
            Send the link
          </SubmitButton>
        </Stack>
      </form>
      <ToSignIn />
    </Welcome>
  )
}

const ToSignIn = () => (
  <p className={classes.lead}>
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
  if (key !== undefined)
    return (
      <Welcome title="Your first API key" lead="Copy it now: it is shown only this once.">
        <Stack gap="md">
          <Code block>{key}</Code>
          <Button onClick={leave}>I've saved it</Button>
        </Stack>
      </Welcome>
    )
  return (
    <Welcome title="Create your account" lead="It is free, and you get an API key at once.">
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
    </Welcome>
  )
}
