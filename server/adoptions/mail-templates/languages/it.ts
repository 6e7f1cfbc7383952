import type { ApplicationTexts } from './en.ts'

const applications = (count: number): string => (count === 1 ? 'un’altra richiesta' : `altre ${count} richieste`)

export const it: ApplicationTexts = {
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
