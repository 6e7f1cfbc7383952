import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { queryKeys } from '../platform/query-keys.ts'
import { useAttempt } from './attempt.ts'
import { acceptInvitation } from './session.ts'
import { type Failed, SignInError } from './sign-in-error.tsx'
import { auth } from './tokens.ts'
import classes from './welcome.module.css'
import { Welcome } from './welcome.tsx'

/**
 * Asks a person who signed in at a provider whether to join the account of the member who invited
 * them.
 */
export const JoinPage = () => {
  const invitation = useQuery({
    queryKey: queryKeys.invitation,
    queryFn: ({ signal }) => auth.invitation(signal),
    retry: false,
  })
  if (invitation.data) return <Ask {...invitation.data} />
  if (!invitation.error) return null
  return (
    <Welcome
      title="This invitation is no longer valid"
      lead="Sign in again, or ask the person who invited you for a new invitation."
    >
      <Button {...action} component="a" href="/console">
        Sign in
      </Button>
    </Welcome>
  )
}

const action = { fullWidth: true, className: classes.submit, mb: 'sm' } as const

type AskProps = Awaited<ReturnType<typeof auth.invitation>>

const Ask = ({ email, account }: AskProps) => {
  const [, navigate] = useLocation()
  const [failed, setFailed] = useState<Failed>()
  const { isBusy, attempt } = useAttempt({ onFailed: setFailed })
  const join = async () => {
    if (await attempt(acceptInvitation)) navigate('/', { replace: true })
  }
  return (
    <Welcome
      title="You are invited"
      lead={`Somebody at “${account.name}” has invited ${email}.`}
      foot={<p>If you don’t know who invited you, don’t join.</p>}
    >
      <SignInError failed={failed} />
      <p>If you join, you work in this account, and its administrators can see and change your permissions.</p>
      <Button {...action} loading={isBusy} onClick={() => void join()}>
        Join account {account.name}
      </Button>
      <Button {...action} variant="default" component="a" href="/console">
        Not now
      </Button>
    </Welcome>
  )
}
