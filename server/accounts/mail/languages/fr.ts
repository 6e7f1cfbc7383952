import type { MailTexts } from './en.ts'

const of = (name: string): string => (/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? `d’${name}` : `de ${name}`)

export const fr: MailTexts = {
  hello: (name) => (name === undefined ? 'Bonjour,' : `Bonjour ${name},`),
  machineTranslated: 'Ce texte a été traduit par une machine et n’a pas encore été relu.',

  invitation: {
    subject: (sender) => `Invitation à rejoindre ${sender}`,
    lead: (sender) =>
      `Vous avez reçu une invitation à travailler avec ${sender}. Choisissez un mot de passe pour vous connecter.`,
    leadForProvider: (sender, provider) =>
      `Vous avez reçu une invitation à travailler avec ${sender}. Connectez-vous avec ${provider}.`,
    choosePassword: 'Choisir un mot de passe',
    signIn: 'Se connecter',
    expiry:
      'Le lien ne fonctionne qu’une fois et expire dans 7 jours. Si vous n’attendiez pas ce message, vous pouvez l’ignorer.',
  },

  passwordLink: {
    subject: (sender) => `Nouveau mot de passe pour ${sender}`,
    lead: (sender) =>
      `L’administration ${of(sender)} a créé un lien pour que vous choisissiez un nouveau mot de passe.`,
    setPassword: 'Choisir un nouveau mot de passe',
    subjectForProvider: (sender) => `Connexion à ${sender}`,
    leadForProvider: (sender, provider) =>
      `L’administration ${of(sender)} a renouvelé votre invitation. Connectez-vous avec ${provider}.`,
  },

  passwordReset: {
    lead: (sender) => `Quelqu’un a demandé à réinitialiser votre mot de passe pour ${sender}.`,
    expiry:
      'Le lien ne fonctionne qu’une fois et expire dans une heure. Si ce n’était pas vous, vous pouvez ignorer ce message : votre mot de passe ne change pas.',
  },

  passwordChanged: {
    subject: (sender: string) => `Votre mot de passe pour ${sender} a été modifié`,
    lead: (sender: string) =>
      `Votre mot de passe pour ${sender} a été modifié depuis votre compte, et tous vos autres appareils ont été déconnectés.`,
    advice:
      'Si c’était vous, vous n’avez rien à faire. Sinon, demandez tout de suite à un administrateur un lien pour choisir un nouveau mot de passe.',
  },

  signUp: {
    subject: (sender) => `Confirmez votre adresse e-mail pour ${sender}`,
    lead: (sender) => `Quelqu’un a demandé à s’inscrire sur ${sender} avec cette adresse.`,
    confirm: 'Confirmer l’adresse',
    expiry:
      'Le lien ne fonctionne qu’une fois et expire dans un jour. Si ce n’était pas vous, vous pouvez ignorer ce message.',
    subjectIfKnown: (sender) => `Vous avez déjà un compte sur ${sender}`,
    leadIfKnown: (sender) =>
      `Quelqu’un a demandé à s’inscrire sur ${sender} avec cette adresse, mais elle a déjà un compte.`,
    ignore: 'Si ce n’était pas vous, vous pouvez ignorer ce message.',
  },

  newAccount: {
    subject: (sender) => `Un nouveau compte sur ${sender} attend votre validation`,
    lead: (sender) =>
      `Quelqu’un s’est inscrit sur ${sender}. Personne d’autre ne verra ce qui y est publié tant que vous n’aurez pas accepté le compte.`,
    review: 'Examiner les comptes',
    next: 'Si d’autres personnes s’inscrivent, le prochain message arrivera au plus tôt dans une heure.',
  },
}
