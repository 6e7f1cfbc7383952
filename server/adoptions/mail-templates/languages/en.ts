/** The texts of mail about applications in English. A shelter may replace those to applicants, so they have placeholders. */
export const en = {
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

/** The texts of mail about applications in a language. */
export type ApplicationTexts = typeof en
