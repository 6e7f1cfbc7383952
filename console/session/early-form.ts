// The form to sign in that the server draws before this script has arrived: see console-start.html.ts in the server.

type EarlyForm = {
  email: string
  password: string
  /** The field that has the focus. */
  focused: 'email' | 'password' | undefined
  /** Whether the user has tried to sign in already. */
  isSubmitted: boolean
}

const early = (): HTMLElement | null => document.getElementById('early')

let wasSubmitted = false

/** Notices an attempt to sign in from now on, while it is not known yet whether somebody is signed in. */
export const watchEarlyForm = (): void => {
  early()?.addEventListener('submit', () => {
    wasSubmitted = true
  })
}

/** Returns the typed text, or undefined if the form no longer exists. */
export const readEarlyForm = (): EarlyForm | undefined => {
  const field = (name: string) => early()?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const [email, password] = [field('email'), field('password')]
  if (!email || !password) return undefined
  const active = document.activeElement
  const focused = active === email ? 'email' : active === password ? 'password' : undefined
  const isFilled = email.value !== '' && password.value !== ''
  return {
    email: email.value,
    password: password.value,
    focused,
    isSubmitted: isFilled && (wasSubmitted || wasTriedBefore(password)),
  }
}

/**
 * Whether Enter or the button was pressed before there was a listener. A field that has the focus is `user-valid` only
 * after that.
 */
const wasTriedBefore = (password: HTMLInputElement): boolean => {
  const active = document.activeElement
  if (active === password) return password.matches(':user-valid')
  return active instanceof HTMLButtonElement && early()?.contains(active) === true
}

/** Removes the server's markup once the page itself has rendered. */
export const removeEarlyPage = (): void => early()?.remove()
