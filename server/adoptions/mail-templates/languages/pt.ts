import type { ApplicationTexts } from './en.ts'

const applications = (count: number): string => (count === 1 ? 'mais um pedido' : `mais ${count} pedidos`)

export const pt: ApplicationTexts = {
  newApplication: {
    subject: (petName) => (petName === undefined ? 'Novo pedido' : `Novo pedido para adotar ${petName}`),
    lead: (sender, id, petName) =>
      `${sender} recebeu o pedido ${id}${petName === undefined ? '' : ` para adotar ${petName}`} de:`,
    read: 'Ler o pedido',
  },

  newApplications: {
    subject: (count) => (count === 1 ? 'Mais um pedido' : `Mais ${count} pedidos`),
    lead: (sender, count) => `${sender} recebeu ${applications(count)} desde o último e-mail.`,
    held: (count) =>
      `Chegaram demasiados ao mesmo tempo: os e-mails para ${count === 1 ? 'uma das pessoas' : `${count} das pessoas`} esperam até que a equipa os envie na página «Mail».`,
    read: 'Ler os pedidos',
  },

  application: {
    about: (petName) => (petName === undefined ? 'o seu pedido' : `o seu pedido para adotar ${petName}`),
    anyAnimal: 'o animal',
    follow: 'Acompanhar ou retirar o seu pedido',
    received: {
      subject: 'Recebemos {{application}}',
      text: '{{greeting}}\n\nObrigado por querer adotar. {{organization.name}} recebeu {{application}} e entrará em contacto consigo.',
    },
    inReview: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} está a analisar {{application}}.',
    },
    meetAndGreet: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} gostaria que conhecesse {{animal.name}}. É o próximo passo para {{application}}.',
    },
    homeVisit: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} gostaria de visitar a sua casa. É o próximo passo para {{application}}.',
    },
    referenceCheck: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} está a contactar as suas referências. É o próximo passo para {{application}}.',
    },
    approved: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\nBoas notícias: {{organization.name}} aprovou {{application}}.',
    },
    declined: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\nObrigado por querer adotar. Lamentamos: {{organization.name}} não pode avançar com {{application}}. Esperamos que encontre um animal que combine consigo.',
    },
    withdrawn: {
      subject: 'Novidades sobre {{application}}',
      text: '{{greeting}}\n\nComo pediu, {{application}} foi retirado. Obrigado por nos avisar.',
    },
  },
}
