import type { ApplicationTexts } from './en.ts'

const applications = (count: number): string => (count === 1 ? 'una solicitud más' : `${count} solicitudes más`)

export const es: ApplicationTexts = {
  newApplication: {
    subject: (petName) => (petName === undefined ? 'Nueva solicitud' : `Nueva solicitud para adoptar a ${petName}`),
    lead: (sender, id, petName) =>
      `${sender} ha recibido la solicitud ${id}${petName === undefined ? '' : ` para adoptar a ${petName}`} de:`,
    read: 'Leer la solicitud',
  },

  newApplications: {
    subject: (count) => (count === 1 ? 'Una solicitud más' : `${count} solicitudes más`),
    lead: (sender, count) => `${sender} ha recibido ${applications(count)} desde el último correo.`,
    held: (count) =>
      `Han llegado demasiadas a la vez: los correos a ${count === 1 ? 'una de las personas' : `${count} de las personas`} esperan hasta que el personal los envíe desde la página «Mail».`,
    read: 'Leer las solicitudes',
  },

  application: {
    about: (petName) => (petName === undefined ? 'tu solicitud' : `tu solicitud para adoptar a ${petName}`),
    anyAnimal: 'tu futuro animal',
    follow: 'Seguir o retirar tu solicitud',
    received: {
      subject: 'Hemos recibido {{application}}',
      text: '{{greeting}}\n\nGracias por querer adoptar. {{organization.name}} ha recibido {{application}} y se pondrá en contacto contigo.',
    },
    inReview: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} está revisando {{application}}.',
    },
    meetAndGreet: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} quiere que conozcas en persona a {{animal.name}}. Es el siguiente paso de {{application}}.',
    },
    homeVisit: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} quiere visitarte en casa. Es el siguiente paso de {{application}}.',
    },
    referenceCheck: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} está hablando con tus referencias. Es el siguiente paso de {{application}}.',
    },
    approved: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\nBuenas noticias: {{organization.name}} ha aprobado {{application}}.',
    },
    declined: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\nGracias por querer adoptar. Lo sentimos: {{organization.name}} no puede seguir adelante con {{application}}. Esperamos que encuentres un animal que encaje contigo.',
    },
    withdrawn: {
      subject: 'Novedades sobre {{application}}',
      text: '{{greeting}}\n\nComo nos pediste, {{application}} queda retirada. Gracias por avisarnos.',
    },
  },
}
