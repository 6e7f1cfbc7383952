/** The texts of mail about accounts in English. */
export const en = {
  hello: (name: string | undefined) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  /** Below every mail in languages that nobody has checked yet. */
  machineTranslated: '',

  invitation: {
    subject: (sender: string) => `You have been invited to join ${sender}`,
    lead: (sender: string) => `You have been invited to work with ${sender}. Choose a password to sign in.`,
    leadForProvider: (sender: string, provider: string) =>
      `You have been invited to work with ${sender}. Sign in with ${provider}.`,
    choosePassword: 'Choose a password',
    signIn: 'Sign in',
    expiry: 'The link works once and expires in 7 days. If you did not expect this email, you can ignore it.',
  },

  passwordLink: {
    subject: (sender: string) => `Set a new password for ${sender}`,
    lead: (sender: string) => `An administrator of ${sender} has created a link for you to set a new password.`,
    setPassword: 'Set a new password',
    subjectForProvider: (sender: string) => `Sign in to ${sender}`,
    leadForProvider: (sender: string, provider: string) =>
      `An administrator of ${sender} has renewed your invitation. Sign in with ${provider}.`,
  },

  passwordReset: {
    lead: (sender: string) => `Somebody asked to reset your password for ${sender}.`,
    expiry:
      'The link works once and expires in an hour. If this was not you, you can ignore this email: your password stays the same.',
  },

  passwordChanged: {
    subject: (sender: string) => `Your password for ${sender} was changed`,
    lead: (sender: string) =>
      `Somebody signed in as you has changed your password for ${sender}, and all your other devices were signed out.`,
    advice:
      'If this was you, there is nothing to do. If not, ask an administrator for a link to set a new password at once.',
  },

  signUp: {
    subject: (sender: string) => `Confirm your email address for ${sender}`,
    lead: (sender: string) => `Somebody asked to sign up at ${sender} with this address.`,
    confirm: 'Confirm your address',
    expiry: 'The link works once and expires in a day. If this was not you, you can ignore this email.',
    subjectIfKnown: (sender: string) => `You already have an account at ${sender}`,
    leadIfKnown: (sender: string) =>
      `Somebody asked to sign up at ${sender} with this address, but it already has an account.`,
    ignore: 'If this was not you, you can ignore this email.',
  },

  newAccount: {
    subject: (sender: string) => `A new account at ${sender} is waiting for review`,
    lead: (sender: string) =>
      `Somebody has signed up at ${sender}. Nobody else sees what they publish until you accept the account.`,
    review: 'Review the accounts',
    next: 'If more people sign up, the next email comes in an hour at the earliest.',
  },
}

/** The texts of mail about accounts in a language. */
export type MailTexts = typeof en
