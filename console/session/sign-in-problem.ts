/** The reason of a failed sign-in, if no request failed. */
export class SignInProblem extends Error {
  /** Says what to do about it. */
  readonly detail: string

  constructor(title: string, detail: string) {
    super(title)
    this.name = 'SignInProblem'
    this.detail = detail
  }
}

const again = 'Try again. If it keeps failing, ask an administrator.'

/** The codes that the service adds to the URL when the user returns from the provider without being signed in. */
const problems: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  sso_expired: ['The sign-in took too long', 'It works for ten minutes, in one tab. Try again.'],
  sso_refused: ['You were not signed in', again],
  sso_unavailable: ['Single sign-on is not available at the moment', 'Try again in a minute.'],
  sso_not_invited: [
    'You have no access yet',
    'Ask an administrator to invite you with the email address of your provider account.',
  ],
  sso_no_role: [
    'Your provider doesn’t give you a role here',
    'Ask the person who manages your account there to add you to a group of this store.',
  ],
  sso_passkey_required: [
    'Sign in with your passkey',
    'Your role requires a passkey. If you have lost yours, ask an operator for a link.',
  ],
  sso_last_admin: [
    'You are the last administrator',
    'Your provider gives you a lower role. Make somebody else an administrator first.',
  ],
}

let problem: SignInProblem | undefined

/** Removes it from the URL, so that it is not shown again. */
export const takeProblem = (): void => {
  const url = new URL(window.location.href)
  const code = url.searchParams.get('signInError')
  if (code === null) return
  url.searchParams.delete('signInError')
  window.history.replaceState(window.history.state, '', url)
  problem = new SignInProblem(...(problems[code] ?? ['You were not signed in', again]))
}

export const takenProblem = (): SignInProblem | undefined => problem
