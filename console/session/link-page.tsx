import { isApiError } from '@adoption-store/client'
import { Anchor, Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { fieldError } from '../platform/error-messages.ts'
import { useUnloadWarning } from '../platform/unload.ts'
import { useAttempt } from './attempt.ts'
import { ClosedForm } from './closed-form.tsx'
import { EmailField, PasswordField, SubmitButton, WelcomeField } from './fields.tsx'
import { linkToken } from './link-token.ts'
import { PasswordRules } from './password-rules.tsx'
import { setPassword, signInByLink } from './session.ts'
import { type ShelterDraft, ShelterFields, shelterOf } from './shelter-fields.tsx'
import { type Failed, SignInError, useSecondsLeft } from './sign-in-error.tsx'
import { OtherSignInMethods, useSignInMethods } from './sign-in-methods.tsx'
import classes from './welcome.module.css'
import { Welcome } from './welcome.tsx'

/** Creates the first administrator. */
export const SetupPage = () => (
  <LinkPage
    title="Set up your store"
    lead="Tell us about your shelter, and create the first administrator. You can invite everybody else afterwards."
    submitLabel="Create the store"
    isFirst
  />
)

/** Sets a password after an invitation or a reset. Without passwords, it signs in. */
export const PasswordPage = () => {
  const { data: methods, isPending } = useSignInMethods()
  if (isPending) return null
  if (methods && !methods.password) return <SignInLinkPage />
  return (
    <LinkPage
      title="Choose a password"
      lead="You need it, with your email address, to sign in."
      submitLabel="Set password and sign in"
      isFirst={false}
    />
  )
}

/** The prefix of operators' links for stores without passwords. */
const SIGN_IN_LINK = 'aas_once_'

/** An invitation continues at the provider; an operator's link signs in directly, once. */
const SignInLinkPage = () => {
  const token = linkToken.use()
  const [, navigate] = useLocation()
  const [failed, setFailed] = useState<Failed>()
  const { isBusy, attempt } = useAttempt({ onFailed: setFailed })
  const isUsed = isApiError(failed?.reason, 'invalid_credentials')
  if (token === undefined || isUsed) return <NoLink isFirst={false} isUsed={isUsed} />
  const isOnce = token.startsWith(SIGN_IN_LINK)
  const open = async () => {
    if (!(await attempt(() => signInByLink(token)))) return
    linkToken.set(undefined)
    navigate('/', { replace: true })
  }
  return (
    <Welcome
      title="Sign in"
      lead={
        isOnce
          ? 'This link signs you in once and signs you out everywhere else.'
          : 'You are invited. Sign in with your work account.'
      }
    >
      <ClosedForm>
        <SignInError failed={failed} />
        {isOnce ? (
          <Button fullWidth className={classes.submit} loading={isBusy} onClick={() => void open()}>
            Sign in
          </Button>
        ) : (
          <OtherSignInMethods onFailed={setFailed} />
        )}
      </ClosedForm>
    </Welcome>
  )
}

type LinkPageProps = { title: string; lead: string; submitLabel: string; isFirst: boolean }

const LinkPage = ({ title, lead, submitLabel, isFirst }: LinkPageProps) => {
  const token = linkToken.use()
  const [failed, setFailed] = useState<Failed>()
  // The same code as for a wrong password, but here only the link can be wrong.
  const isUsed = isApiError(failed?.reason, 'invalid_credentials')
  if (token === undefined || isUsed) return <NoLink isFirst={isFirst} isUsed={isUsed} />
  return (
    <Welcome title={title} lead={lead}>
      <ClosedForm>
        <LinkForm token={token} submitLabel={submitLabel} isFirst={isFirst} failed={failed} onFailed={setFailed} />
      </ClosedForm>
    </Welcome>
  )
}

type LinkFormProps = Pick<LinkPageProps, 'submitLabel' | 'isFirst'> & {
  token: string
  failed: Failed | undefined
  onFailed: (failed: Failed | undefined) => void
}

const LinkForm = ({ token, submitLabel, isFirst, failed, onFailed }: LinkFormProps) => {
  const [, navigate] = useLocation()
  const [shelter, setShelter] = useState<ShelterDraft>({ name: '', city: '' })
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPasswordText] = useState('')
  const { isBusy, attempt } = useAttempt({ onFailed })
  useUnloadWarning([shelter.name, shelter.city, name, email, password].some(Boolean))
  const secondsLeft = useSecondsLeft(failed)
  const error = failed?.reason
  const isShownByField = fields.some((field) => fieldError(error, field))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const work = async () => {
      const owner = { name: name.trim(), email: email.trim() }
      const first = isFirst && { ...owner, shelter: await shelterOf(shelter) }
      await setPassword({ token, password, ...first })
    }
    if (!(await attempt(work))) return
    linkToken.set(undefined)
    navigate('/', { replace: true })
  }
  return (
    <form onSubmit={submit}>
      {!isShownByField && <SignInError failed={failed} />}
      <Stack gap="md">
        {isFirst && (
          <>
            <ShelterFields
              draft={shelter}
              error={error}
              onChange={(change) => setShelter((before) => ({ ...before, ...change }))}
            />
            <WelcomeField
              label="Your name"
              name="name"
              autoComplete="name"
              value={name}
              error={fieldError(error, 'name')}
              onChange={setName}
            />
            <EmailField value={email} error={fieldError(error, 'email')} onChange={setEmail} />
          </>
        )}
        <div>
          <PasswordField
            autoFocus={!isFirst}
            autoComplete="new-password"
            aria-describedby="password-rules"
            value={password}
            error={fieldError(error, 'password')}
            onChange={setPasswordText}
          />
          <PasswordRules id="password-rules" password={password} />
        </div>
        <SubmitButton isBusy={isBusy} secondsLeft={secondsLeft}>
          {submitLabel}
        </SubmitButton>
      </Stack>
    </form>
  )
}

const fields = ['shelter.name', 'shelter.address.city', 'name', 'email', 'password']

/** A link works once: without a valid token, there is nothing to fill in. */
const NoLink = ({ isFirst, isUsed }: { isFirst: boolean; isUsed: boolean }) => (
  <Welcome
    title={isUsed ? 'This link no longer works' : 'Open your link again'}
    lead={
      isUsed
        ? 'It has already been used, or has expired.'
        : 'For your safety the link isn’t stored. Open it from where you received it.'
    }
  >
    <p className={classes.lead}>
      {isFirst
        ? 'Restart the store: it prints a new link as long as there are no users.'
        : 'If that does not help, ask an administrator for a new one.'}
    </p>
    <Anchor href="/console" size="sm" underline="always">
      Go to sign-in
    </Anchor>
  </Welcome>
)
