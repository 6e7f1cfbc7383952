import type { MailTexts } from './en.ts'

const applications = (count: number): string => (count === 1 ? 'un’altra richiesta' : `altre ${count} richieste`)

export const it: MailTexts = {
  hello: (name) => (name === undefined ? 'Ciao,' : `Ciao ${name},`),
  machineTranslated: 'Questo testo è stato tradotto da una macchina e non è ancora stato riletto.',

  invitation: {
    subject: (sender) => `Invito a lavorare con ${sender}`,
    lead: (sender) => `Hai ricevuto un invito a lavorare con ${sender}. Scegli una password per accedere.`,
    leadForProvider: (sender, provider) => `Hai ricevuto un invito a lavorare con ${sender}. Accedi con ${provider}.`,
    choosePassword: 'Scegli una password',
    signIn: 'Accedi',
    expiry: 'Il link funziona una sola volta e scade tra 7 giorni. Se non aspettavi questa e-mail, puoi ignorarla.',
  },

  passwordLink: {
    subject: (sender) => `Nuova password per ${sender}`,
    lead: (sender) => `L’amministrazione di ${sender} ha creato un link per farti scegliere una nuova password.`,
    setPassword: 'Scegli una nuova password',
    subjectForProvider: (sender) => `Accedi a ${sender}`,
    leadForProvider: (sender, provider) =>
      `L’amministrazione di ${sender} ha rinnovato il tuo invito. Accedi con ${provider}.`,
  },

  passwordReset: {
    lead: (sender) => `Qualcuno ha chiesto di reimpostare la tua password per ${sender}.`,
    expiry:
      'Il link funziona una sola volta e scade tra un’ora. Se non l’hai chiesto tu, puoi ignorare questa e-mail: la tua password resta la stessa.',
  },

  passwordChanged: {
    subject: (sender: string) => `La tua password per ${sender} è stata cambiata`,
    lead: (sender: string) =>
      `La tua password per ${sender} è stata cambiata dal tuo account e tutti gli altri dispositivi sono stati disconnessi.`,
    advice:
      'Se l’hai cambiata tu, non devi fare nulla. Altrimenti chiedi subito a un amministratore un link per scegliere una nuova password.',
  },

  signUp: {
    subject: (sender) => `Conferma il tuo indirizzo e-mail per ${sender}`,
    lead: (sender) => `Qualcuno ha chiesto di registrarsi su ${sender} con questo indirizzo.`,
    confirm: 'Conferma l’indirizzo',
    expiry:
      'Il link funziona una sola volta e scade tra un giorno. Se non l’hai chiesto tu, puoi ignorare questa e-mail.',
    subjectIfKnown: (sender) => `Hai già un account su ${sender}`,
    leadIfKnown: (sender) =>
      `Qualcuno ha chiesto di registrarsi su ${sender} con questo indirizzo, che però ha già un account.`,
    ignore: 'Se non l’hai chiesto tu, puoi ignorare questa e-mail.',
  },

  newAccount: {
    subject: (sender) => `Un nuovo account su ${sender} aspetta la tua approvazione`,
    lead: (sender) =>
      `Qualcuno si è registrato su ${sender}. Nessun altro vedrà ciò che pubblica finché non accetti l’account.`,
    review: 'Esamina gli account',
    next: 'Se si registrano altre persone, la prossima e-mail arriverà non prima di un’ora.',
  },

  newApplication: {
    subject: (petName) => (petName === undefined ? 'Nuova richiesta' : `Nuova richiesta per ${petName}`),
    lead: (sender, id, petName) =>
      `${sender} ha ricevuto la richiesta ${id}${petName === undefined ? '' : ` per ${petName}`} da:`,
    read: 'Leggi la richiesta',
  },

  newApplications: {
    subject: (count) => (count === 1 ? 'Un’altra richiesta' : `Altre ${count} richieste`),
    lead: (sender, count) => `${sender} ha ricevuto ${applications(count)} dopo l’ultima e-mail.`,
    held: (count) =>
      `Ne sono arrivate troppe insieme: le e-mail a ${count === 1 ? 'una delle persone' : `${count} delle persone`} aspettano che il personale le invii dalla pagina «Mail».`,
    read: 'Leggi le richieste',
  },

  application: {
    about: (petName) => (petName === undefined ? 'la tua richiesta' : `la tua richiesta per ${petName}`),
    anyAnimal: 'l’animale',
    follow: 'Segui o ritira la tua richiesta',
    received: {
      subject: 'Abbiamo ricevuto {{application}}',
      text: '{{greeting}}\n\ngrazie per aver scelto di adottare. {{organization.name}} ha ricevuto {{application}} e ti contatterà.',
    },
    inReview: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} sta esaminando {{application}}.',
    },
    meetAndGreet: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} vorrebbe farti conoscere {{animal.name}}. È il prossimo passo per {{application}}.',
    },
    homeVisit: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} vorrebbe farti visita a casa. È il prossimo passo per {{application}}.',
    },
    referenceCheck: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} sta contattando le tue referenze. È il prossimo passo per {{application}}.',
    },
    approved: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\nbuone notizie: {{organization.name}} ha approvato {{application}}.',
    },
    declined: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\ngrazie per aver scelto di adottare. Ci dispiace: {{organization.name}} non può andare avanti con {{application}}. Speriamo che tu trovi l’animale giusto per te.',
    },
    withdrawn: {
      subject: 'Novità: {{application}}',
      text: '{{greeting}}\n\ncome hai chiesto, {{application}} è stata ritirata. Grazie per averci avvisato.',
    },
  },
}
