import type { MailTexts } from './en.ts'

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
}
