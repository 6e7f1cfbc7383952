import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  hello: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
  machineTranslated: '',

  invitation: {
    subject: (sender) => `Te han invitado a ${sender}`,
    lead: (sender) => `Te han invitado a trabajar con ${sender}. Elige una contraseña para iniciar sesión.`,
    leadForProvider: (sender, provider) => `Te han invitado a trabajar con ${sender}. Inicia sesión con ${provider}.`,
    choosePassword: 'Elegir una contraseña',
    signIn: 'Iniciar sesión',
    expiry: 'El enlace funciona una sola vez y caduca en 7 días. Si no esperabas este correo, puedes ignorarlo.',
  },

  passwordLink: {
    subject: (sender) => `Elige una contraseña nueva para ${sender}`,
    lead: (sender) => `La administración de ${sender} ha creado un enlace para que elijas una contraseña nueva.`,
    setPassword: 'Elegir una contraseña nueva',
    subjectForProvider: (sender) => `Inicia sesión en ${sender}`,
    leadForProvider: (sender, provider) =>
      `La administración de ${sender} ha renovado tu invitación. Inicia sesión con ${provider}.`,
  },

  passwordReset: {
    lead: (sender) => `Alguien ha pedido cambiar tu contraseña de ${sender}.`,
    expiry:
      'El enlace funciona una sola vez y caduca en una hora. Si no fuiste tú, puedes ignorar este correo: tu contraseña no cambia.',
  },

  passwordChanged: {
    subject: (sender: string) => `Se ha cambiado tu contraseña de ${sender}`,
    lead: (sender: string) =>
      `Se ha cambiado tu contraseña de ${sender} desde tu cuenta, y se ha cerrado la sesión en todos tus demás dispositivos.`,
    advice:
      'Si has sido tú, no tienes que hacer nada. Si no, pide enseguida a un administrador un enlace para elegir una contraseña nueva.',
  },

  signUp: {
    subject: (sender) => `Confirma tu dirección de correo para ${sender}`,
    lead: (sender) => `Alguien ha pedido registrarse en ${sender} con esta dirección.`,
    confirm: 'Confirmar la dirección',
    expiry: 'El enlace funciona una sola vez y caduca en un día. Si no fuiste tú, puedes ignorar este correo.',
    subjectIfKnown: (sender) => `Ya tienes una cuenta en ${sender}`,
    leadIfKnown: (sender) => `Alguien ha pedido registrarse en ${sender} con esta dirección, que ya tiene una cuenta.`,
    ignore: 'Si no fuiste tú, puedes ignorar este correo.',
  },

  newAccount: {
    subject: (sender) => `Una cuenta nueva en ${sender} espera tu revisión`,
    lead: (sender) =>
      `Alguien se ha registrado en ${sender}. Nadie más verá lo que publique hasta que aceptes la cuenta.`,
    review: 'Revisar las cuentas',
    next: 'Si se registran más personas, el próximo correo llegará como pronto dentro de una hora.',
  },
}
