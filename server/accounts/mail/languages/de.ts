import type { MailTexts } from './en.ts'

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
}
