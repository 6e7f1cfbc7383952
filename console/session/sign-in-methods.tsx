import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../platform/query-keys.ts'
import { type SignInForm, useAttempt } from './attempt.ts'
import { hasPasskeys } from './passkey.ts'
import { signInByPasskey } from './session.ts'
import { auth } from './tokens.ts'
import classes from './welcome.module.css'

/** The ways to sign in. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: queryKeys.signInMethods,
    queryFn: ({ signal }) => auth.methods(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Passkeys and single sign-on, if available. Until that is known, and if it cannot be loaded, only
 * the password is offered.
 */
export const OtherSignInMethods = ({ onFailed }: Pick<SignInForm, 'onFailed'>) => {
  const { data: methods } = useSignInMethods()
  const { isBusy, attempt } = useAttempt({ onFailed })
  const way = { variant: 'default', fullWidth: true, className: classes.submit, mb: 'sm' } as const
  return (
    <>
      {methods?.passkeys && hasPasskeys() && (
        <Button {...way} loading={isBusy} onClick={() => void attempt(signInByPasskey)}>
          Sign in with a passkey
        </Button>
      )}
      {methods?.singleSignOn && (
        <Button {...way} component="a" href="/auth/oidc/start">
          Sign in with {methods.singleSignOn.name}
        </Button>
      )}
    </>
  )
}
