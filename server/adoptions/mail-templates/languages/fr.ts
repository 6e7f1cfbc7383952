import type { ApplicationTexts } from './en.ts'

const applications = (count: number): string => (count === 1 ? 'une nouvelle demande' : `${count} nouvelles demandes`)

export const fr: ApplicationTexts = {
  newApplication: {
    subject: (petName) => (petName === undefined ? 'Nouvelle demande' : `Nouvelle demande pour ${petName}`),
    lead: (sender, id, petName) =>
      `${sender} a reçu la demande ${id}${petName === undefined ? '' : ` pour ${petName}`} de :`,
    read: 'Lire la demande',
  },

  newApplications: {
    subject: (count) => (count === 1 ? 'Une nouvelle demande' : `${count} nouvelles demandes`),
    lead: (sender, count) => `${sender} a reçu ${applications(count)} depuis le dernier message.`,
    held: (count) =>
      `Trop de demandes sont arrivées en même temps : les messages à ${count === 1 ? 'une des personnes' : `${count} des personnes`} attendent que l’équipe les envoie depuis la page « Mail ».`,
    read: 'Lire les demandes',
  },

  application: {
    about: (petName) => (petName === undefined ? 'votre demande' : `votre demande pour ${petName}`),
    anyAnimal: 'l’animal',
    follow: 'Suivre ou retirer votre demande',
    received: {
      subject: 'Nous avons reçu {{application}}',
      text: '{{greeting}}\n\nMerci de vouloir adopter. {{organization.name}} a reçu {{application}} et vous contactera.',
    },
    inReview: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} examine maintenant {{application}}.',
    },
    meetAndGreet: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} aimerait que vous rencontriez {{animal.name}}. C’est la prochaine étape de {{application}}.',
    },
    homeVisit: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} aimerait vous rendre visite à domicile. C’est la prochaine étape de {{application}}.',
    },
    referenceCheck: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\n{{organization.name}} contacte vos références. C’est la prochaine étape de {{application}}.',
    },
    approved: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\nBonne nouvelle : {{organization.name}} a accepté {{application}}.',
    },
    declined: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\nMerci de vouloir adopter. Nous sommes désolés : {{organization.name}} ne peut pas donner suite à {{application}}. Nous espérons que vous trouverez un animal qui vous conviendra.',
    },
    withdrawn: {
      subject: 'Des nouvelles de {{application}}',
      text: '{{greeting}}\n\nComme vous le souhaitiez, {{application}} a été retirée. Merci de nous avoir prévenus.',
    },
  },
}
