import type { MailTexts } from './en.ts'

const applications = (count: number): string =>
  count === 1 ? 'eine weitere Bewerbung' : `${count} weitere Bewerbungen`

export const de: MailTexts = {
  hello: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  machineTranslated: 'Dieser Text wurde maschinell übersetzt und noch nicht geprüft.',

  invitation: {
    subject: (sender) => `Einladung zu ${sender}`,
    lead: (sender) => `Sie sind eingeladen, bei ${sender} mitzuarbeiten. Wählen Sie ein Passwort, um sich anzumelden.`,
    leadForProvider: (sender, provider) =>
      `Sie sind eingeladen, bei ${sender} mitzuarbeiten. Melden Sie sich mit ${provider} an.`,
    choosePassword: 'Passwort wählen',
    signIn: 'Anmelden',
    expiry:
      'Der Link funktioniert einmal und läuft in 7 Tagen ab. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  },

  passwordLink: {
    subject: (sender) => `Neues Passwort für ${sender}`,
    lead: (sender) =>
      `Die Verwaltung von ${sender} hat einen Link für Sie erstellt, mit dem Sie ein neues Passwort festlegen können.`,
    setPassword: 'Neues Passwort festlegen',
    subjectForProvider: (sender) => `Anmeldung bei ${sender}`,
    leadForProvider: (sender, provider) =>
      `Die Verwaltung von ${sender} hat Ihre Einladung erneuert. Melden Sie sich mit ${provider} an.`,
  },

  passwordReset: {
    lead: (sender) => `Jemand möchte Ihr Passwort für ${sender} zurücksetzen.`,
    expiry:
      'Der Link funktioniert einmal und läuft in einer Stunde ab. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.',
  },

  passwordChanged: {
    subject: (sender: string) => `Ihr Passwort für ${sender} wurde geändert`,
    lead: (sender: string) =>
      `Ihr Passwort für ${sender} wurde in Ihrem Konto geändert, und alle anderen Geräte wurden abgemeldet.`,
    advice:
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, bitten Sie sofort die Verwaltung um einen Link für ein neues Passwort.',
  },

  signUp: {
    subject: (sender) => `Bestätigen Sie Ihre E-Mail-Adresse für ${sender}`,
    lead: (sender) => `Jemand möchte sich mit dieser Adresse bei ${sender} registrieren.`,
    confirm: 'Adresse bestätigen',
    expiry:
      'Der Link funktioniert einmal und läuft in einem Tag ab. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
    subjectIfKnown: (sender) => `Sie haben bereits ein Konto bei ${sender}`,
    leadIfKnown: (sender) =>
      `Jemand möchte sich mit dieser Adresse bei ${sender} registrieren, zu der es aber bereits ein Konto gibt.`,
    ignore: 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
  },

  newAccount: {
    subject: (sender) => `Ein neues Konto bei ${sender} wartet auf Prüfung`,
    lead: (sender) =>
      `Jemand hat sich bei ${sender} registriert. Was dort veröffentlicht wird, sehen andere erst, wenn Sie das Konto annehmen.`,
    review: 'Konten prüfen',
    next: 'Wenn sich weitere Personen registrieren, kommt die nächste E-Mail frühestens in einer Stunde.',
  },

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
