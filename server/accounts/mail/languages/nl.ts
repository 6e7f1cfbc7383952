import type { MailTexts } from './en.ts'

export const nl: MailTexts = {
  hello: (name) => (name === undefined ? 'Hallo,' : `Hallo ${name},`),
  machineTranslated: 'Deze tekst is door een machine vertaald en nog niet nagelezen.',

  invitation: {
    subject: (sender) => `Uitnodiging voor ${sender}`,
    lead: (sender) => `Je bent uitgenodigd om bij ${sender} mee te werken. Kies een wachtwoord om in te loggen.`,
    leadForProvider: (sender, provider) =>
      `Je bent uitgenodigd om bij ${sender} mee te werken. Log in met ${provider}.`,
    choosePassword: 'Wachtwoord kiezen',
    signIn: 'Inloggen',
    expiry: 'De link werkt één keer en verloopt over 7 dagen. Als je deze e-mail niet verwachtte, kun je hem negeren.',
  },

  passwordLink: {
    subject: (sender) => `Nieuw wachtwoord voor ${sender}`,
    lead: (sender) => `Een beheerder van ${sender} heeft een link gemaakt waarmee je een nieuw wachtwoord kunt kiezen.`,
    setPassword: 'Nieuw wachtwoord kiezen',
    subjectForProvider: (sender) => `Inloggen bij ${sender}`,
    leadForProvider: (sender, provider) =>
      `Een beheerder van ${sender} heeft je uitnodiging vernieuwd. Log in met ${provider}.`,
  },

  passwordReset: {
    lead: (sender) => `Iemand heeft gevraagd je wachtwoord voor ${sender} opnieuw in te stellen.`,
    expiry:
      'De link werkt één keer en verloopt over een uur. Als jij dit niet was, kun je deze e-mail negeren: je wachtwoord blijft hetzelfde.',
  },

  passwordChanged: {
    subject: (sender: string) => `Je wachtwoord voor ${sender} is gewijzigd`,
    lead: (sender: string) =>
      `Je wachtwoord voor ${sender} is vanuit je account gewijzigd en al je andere apparaten zijn uitgelogd.`,
    advice:
      'Was jij dit, dan hoef je niets te doen. Zo niet, vraag dan meteen een beheerder om een link voor een nieuw wachtwoord.',
  },

  signUp: {
    subject: (sender) => `Bevestig je e-mailadres voor ${sender}`,
    lead: (sender) => `Iemand wil zich met dit adres bij ${sender} registreren.`,
    confirm: 'Adres bevestigen',
    expiry: 'De link werkt één keer en verloopt over een dag. Als jij dit niet was, kun je deze e-mail negeren.',
    subjectIfKnown: (sender) => `Je hebt al een account bij ${sender}`,
    leadIfKnown: (sender) =>
      `Iemand wil zich met dit adres bij ${sender} registreren, maar er bestaat al een account met dit adres.`,
    ignore: 'Als jij dit niet was, kun je deze e-mail negeren.',
  },

  newAccount: {
    subject: (sender) => `Een nieuw account bij ${sender} wacht op beoordeling`,
    lead: (sender) =>
      `Iemand heeft zich bij ${sender} geregistreerd. Anderen zien pas wat daar wordt gepubliceerd als je het account accepteert.`,
    review: 'Accounts beoordelen',
    next: 'Als meer mensen zich registreren, komt de volgende e-mail op zijn vroegst over een uur.',
  },
}
