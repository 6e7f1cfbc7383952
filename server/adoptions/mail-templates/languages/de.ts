import type { ApplicationTexts } from './en.ts'

const applications = (count: number): string =>
  count === 1 ? 'eine weitere Bewerbung' : `${count} weitere Bewerbungen`

export const de: ApplicationTexts = {
  newApplication: {
    subject: (petName) => (petName === undefined ? 'Neue Bewerbung' : `Neue Bewerbung für ${petName}`),
    lead: (sender, id, petName) =>
      `${sender} hat die Bewerbung ${id}${petName === undefined ? '' : ` für ${petName}`} erhalten. Sie kommt von:`,
    read: 'Bewerbung lesen',
  },

  newApplications: {
    subject: (count) => (count === 1 ? 'Eine weitere Bewerbung' : `${count} weitere Bewerbungen`),
    lead: (sender, count) => `${sender} hat seit der letzten E-Mail ${applications(count)} erhalten.`,
    held: (count) =>
      `Es kamen zu viele auf einmal: Die E-Mails an ${count === 1 ? 'eine der Personen' : `${count} der Personen`} warten, bis der Betreiber sie auf der Seite „Mail“ freigibt.`,
    read: 'Bewerbungen lesen',
  },

  application: {
    about: (petName) => (petName === undefined ? 'Ihre Bewerbung' : `Ihre Bewerbung für ${petName}`),
    anyAnimal: 'das Tier',
    follow: 'Bewerbung verfolgen oder zurückziehen',
    received: {
      subject: 'Wir haben {{application}} erhalten',
      text: '{{greeting}}\n\nvielen Dank, dass Sie ein Tier aufnehmen möchten. {{organization.name}} hat {{application}} erhalten und wird sich bei Ihnen melden.',
    },
    inReview: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} prüft jetzt {{application}}.',
    },
    meetAndGreet: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} möchte Ihnen {{animal.name}} vorstellen. Das ist der nächste Schritt für {{application}}.',
    },
    homeVisit: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} möchte Sie zu Hause besuchen. Das ist der nächste Schritt für {{application}}.',
    },
    referenceCheck: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} fragt jetzt bei Ihren Referenzen nach. Das ist der nächste Schritt für {{application}}.',
    },
    approved: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\ngute Nachrichten: {{organization.name}} hat {{application}} angenommen.',
    },
    declined: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\nvielen Dank, dass Sie ein Tier aufnehmen möchten. Es tut uns leid: {{organization.name}} kann {{application}} nicht weiterverfolgen. Wir hoffen, dass Sie ein Tier finden, das zu Ihnen passt.',
    },
    withdrawn: {
      subject: 'Neues über {{application}}',
      text: '{{greeting}}\n\nwie gewünscht ist {{application}} zurückgezogen. Danke, dass Sie uns Bescheid gegeben haben.',
    },
  },
}
