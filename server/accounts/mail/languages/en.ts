/**
 * The texts of all mail in English. Those of the applications may be replaced by a shelter, so they
 * are plain text with placeholders.
 */
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

  newApplication: {
    subject: (petName: string | undefined) =>
      petName === undefined ? 'New application' : `New application for ${petName}`,
    lead: (sender: string, id: string, petName: string | undefined) =>
      `${sender} has received application ${id}${petName === undefined ? '' : ` for ${petName}`} from:`,
    read: 'Read the application',
  },

  newApplications: {
    subject: (count: number) => (count === 1 ? 'One more application' : `${count} more applications`),
    lead: (sender: string, count: number) =>
      `${sender} has received ${count === 1 ? 'one more application' : `${count} more applications`} since the last email.`,
    held: (count: number) =>
      `Too many came at once, so the emails to ${count === 1 ? 'one of the applicants' : `${count} of the applicants`} wait until the staff of the store release them on the Mail page.`,
    read: 'Read the applications',
  },

  application: {
    /** The placeholder `application`. */
    about: (petName: string | undefined) =>
      petName === undefined ? 'your application' : `your application for ${petName}`,
    /** The placeholder `animal.name` if the application is for no animal. */
    anyAnimal: 'the animal',
    follow: 'Follow or withdraw your application',
    received: {
      subject: 'We have received {{application}}',
      text: '{{greeting}}\n\nThank you for wanting to adopt. {{organization.name}} has received {{application}} and will be in touch.',
    },
    inReview: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} is now reviewing {{application}}.',
    },
    meetAndGreet: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} would like you to meet {{animal.name}}. This is the next step in {{application}}.',
    },
    homeVisit: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} would like to visit you at home. This is the next step in {{application}}.',
    },
    referenceCheck: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} is contacting your references. This is the next step in {{application}}.',
    },
    approved: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\nGood news: {{organization.name}} has approved {{application}}.',
    },
    declined: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\nThank you for wanting to adopt. We are sorry: {{organization.name}} cannot go ahead with {{application}}. We hope that you find an animal that suits you.',
    },
    withdrawn: {
      subject: 'About {{application}}',
      text: '{{greeting}}\n\nAs you asked, {{application}} has been withdrawn. Thank you for letting us know.',
    },
  },
}

/** The texts of all mail in a language. */
export type MailTexts = typeof en
