import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { SignInProblem } from './sign-in-problem.ts'

/** Whether this browser can use passkeys on this page. */
export const hasPasskeys = (): boolean => window.PublicKeyCredential !== undefined

/** Asks for a passkey. Throws `SignInProblem`. */
export const askForPasskey = async (options: object): Promise<AuthenticationResponseJSON> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The service creates these options with the same library.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON }).catch(giveUp)
}

/** Creates a passkey. Throws `SignInProblem`. */
export const createPasskey = async (options: object): Promise<RegistrationResponseJSON> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The same as above.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).catch(giveUp)
}

export const unknownPasskey = (): SignInProblem =>
  new SignInProblem(
    'This store doesn’t know this passkey',
    'It may have been removed. Sign in another way, and add it again.',
  )

/** Browsers do not say whether the user declined or has no passkey. */
const giveUp = (error: unknown): never => {
  const { name } = error as Error
  if (name === 'InvalidStateError') {
    throw new SignInProblem('This device already has a passkey', 'You can sign in with it.')
  }
  throw new SignInProblem('No passkey was used', 'Try again, or sign in another way.')
}
