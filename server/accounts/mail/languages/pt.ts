import type { MailTexts } from './en.ts'

export const pt: MailTexts = {
  hello: (name) => (name === undefined ? 'Olá,' : `Olá ${name},`),
  machineTranslated: 'Este texto foi traduzido por uma máquina e ainda não foi revisto.',

  invitation: {
    subject: (sender) => `Convite para ${sender}`,
    lead: (sender) => `Recebeu um convite para trabalhar com ${sender}. Escolha uma palavra-passe para entrar.`,
    leadForProvider: (sender, provider) => `Recebeu um convite para trabalhar com ${sender}. Entre com ${provider}.`,
    choosePassword: 'Escolher uma palavra-passe',
    signIn: 'Entrar',
    expiry: 'O link funciona uma única vez e expira em 7 dias. Se não esperava este e-mail, pode ignorá-lo.',
  },

  passwordLink: {
    subject: (sender) => `Nova palavra-passe para ${sender}`,
    lead: (sender) => `A administração de ${sender} criou um link para que escolha uma nova palavra-passe.`,
    setPassword: 'Escolher uma nova palavra-passe',
    subjectForProvider: (sender) => `Entrar em ${sender}`,
    leadForProvider: (sender, provider) => `A administração de ${sender} renovou o seu convite. Entre com ${provider}.`,
  },

  passwordReset: {
    lead: (sender) => `Alguém pediu para mudar a sua palavra-passe de ${sender}.`,
    expiry:
      'O link funciona uma única vez e expira dentro de uma hora. Se não fez este pedido, pode ignorar este e-mail: a sua palavra-passe não muda.',
  },

  passwordChanged: {
    subject: (sender: string) => `A sua palavra-passe para ${sender} foi alterada`,
    lead: (sender: string) =>
      `A sua palavra-passe para ${sender} foi alterada na sua conta e a sessão foi terminada em todos os outros dispositivos.`,
    advice:
      'Se foi você, não precisa de fazer nada. Caso contrário, peça já a um administrador um link para escolher uma nova palavra-passe.',
  },

  signUp: {
    subject: (sender) => `Confirme o seu endereço de e-mail para ${sender}`,
    lead: (sender) => `Alguém pediu para se registar em ${sender} com este endereço.`,
    confirm: 'Confirmar o endereço',
    expiry:
      'O link funciona uma única vez e expira dentro de um dia. Se não fez este pedido, pode ignorar este e-mail.',
    subjectIfKnown: (sender) => `Já tem uma conta em ${sender}`,
    leadIfKnown: (sender) => `Alguém pediu para se registar em ${sender} com este endereço, que já tem uma conta.`,
    ignore: 'Se não fez este pedido, pode ignorar este e-mail.',
  },

  newAccount: {
    subject: (sender) => `Uma nova conta em ${sender} espera pela sua aprovação`,
    lead: (sender) => `Alguém se registou em ${sender}. Mais ninguém verá o que publicar até que aceite a conta.`,
    review: 'Rever as contas',
    next: 'Se mais pessoas se registarem, o próximo e-mail chegará, no mínimo, dentro de uma hora.',
  },
}
