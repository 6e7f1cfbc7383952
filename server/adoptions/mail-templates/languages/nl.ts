import type { ApplicationTexts } from './en.ts'

const applications = (count: number): string => (count === 1 ? 'nog één aanvraag' : `nog ${count} aanvragen`)

export const nl: ApplicationTexts = {
  newApplication: {
    subject: (petName) => (petName === undefined ? 'Nieuwe aanvraag' : `Nieuwe aanvraag voor ${petName}`),
    lead: (sender, id, petName) =>
      `${sender} heeft aanvraag ${id}${petName === undefined ? '' : ` voor ${petName}`} ontvangen van:`,
    read: 'Aanvraag lezen',
  },

  newApplications: {
    subject: (count) => (count === 1 ? 'Nog één aanvraag' : `Nog ${count} aanvragen`),
    lead: (sender, count) => `${sender} heeft sinds de laatste e-mail ${applications(count)} ontvangen.`,
    held: (count) =>
      `Er kwamen er te veel tegelijk: de e-mails aan ${count === 1 ? 'een van de aanvragers' : `${count} van de aanvragers`} wachten tot de beheerders ze op de pagina ‘Mail’ vrijgeven.`,
    read: 'Aanvragen lezen',
  },

  application: {
    about: (petName) => (petName === undefined ? 'je aanvraag' : `je aanvraag voor ${petName}`),
    anyAnimal: 'het dier',
    follow: 'Volg je aanvraag of trek hem in',
    received: {
      subject: 'We hebben {{application}} ontvangen',
      text: '{{greeting}}\n\nBedankt dat je een dier wilt adopteren. {{organization.name}} heeft {{application}} ontvangen en neemt contact met je op.',
    },
    inReview: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} bekijkt nu {{application}}.',
    },
    meetAndGreet: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} wil graag dat je kennismaakt met {{animal.name}}. Dat is de volgende stap van {{application}}.',
    },
    homeVisit: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} wil graag bij je thuis langskomen. Dat is de volgende stap van {{application}}.',
    },
    referenceCheck: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} neemt contact op met je referenties. Dat is de volgende stap van {{application}}.',
    },
    approved: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\nGoed nieuws: {{organization.name}} heeft {{application}} goedgekeurd.',
    },
    declined: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\nBedankt dat je een dier wilt adopteren. Het spijt ons: {{organization.name}} kan niet verder met {{application}}. We hopen dat je een dier vindt dat bij je past.',
    },
    withdrawn: {
      subject: 'Nieuws over {{application}}',
      text: '{{greeting}}\n\nZoals je hebt gevraagd, is {{application}} ingetrokken. Bedankt dat je het ons hebt laten weten.',
    },
  },
}
