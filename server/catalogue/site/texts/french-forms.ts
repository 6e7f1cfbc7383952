import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('fr')

/** `d’Oscar`, `de Luna` */
export const of = (name: string): string => (/^[aeiouyàâäéèêëîïôöùûü]/i.test(name) ? `d’${name}` : `de ${name}`)

const apply: FormTexts['apply'] = {
  title: (name) => `Demande d’adoption pour ${name}`,
  notSent: (title) => `Non envoyée : ${title}`,
  lead: (shelter) =>
    `Cela prend une dizaine de minutes, sans créer de compte. Vos réponses sont transmises à ${shelter} et ne sont pas publiées.`,
  carers: () => 'l’équipe qui s’en occupe',
  onHold:
    'En ce moment, quelqu’un d’autre est prioritaire. Vous pouvez quand même faire une demande, au cas où cela n’aboutirait pas.',
  aboutYou: 'À propos de vous',
  questions: 'Quelques questions',
  name: 'Votre nom',
  email: 'Adresse e-mail',
  phone: 'Numéro de téléphone',
  optional: '(facultatif)',
  yes: 'Oui',
  no: 'Non',
  noAnswer: 'Sans réponse',
  choose: 'Choisissez',
  trap: 'Laissez ce champ vide',
  privacy: (days) =>
    `Nous utilisons vos informations uniquement pour décider de cette adoption et vous contacter à ce sujet. Celles de votre demande sont effacées ${count(days, 'jour', 'jours')} après sa clôture.`,
  send: 'Envoyer la demande',
  afterwards: 'Vous recevrez un lien pour suivre votre demande ou la retirer.',
  error: 'Erreur :',
  toCorrect: (faults) =>
    faults === 1 ? 'Veuillez vérifier une réponse.' : `Veuillez vérifier ${number(faults)} réponses.`,
  nothingSent: 'Votre demande n’a pas été envoyée.',
  stale: 'Cette page est restée ouverte plus d’un jour. Veuillez vérifier vos réponses et les envoyer à nouveau.',
  paused:
    'Nous travaillons sur ce site et ne pouvons pas recevoir de demandes pour le moment. Vos réponses sont toujours là : gardez cette page ouverte, et envoyez-les à nouveau un peu plus tard.',
  quick: 'Personne n’écrit aussi vite. Veuillez vérifier vos réponses et les envoyer à nouveau.',
  trapped:
    'Un champ que les visiteurs ne voient pas a été rempli, peut-être par votre navigateur. Il est de nouveau vide : veuillez vérifier vos réponses et les envoyer encore une fois.',
  formChanged:
    'Les questions ont changé depuis que vous avez ouvert cette page. Veuillez vérifier vos réponses et les envoyer à nouveau.',
  tooMany: (wait) =>
    `Nous avons reçu beaucoup de demandes de cette adresse e-mail ou de votre réseau. Vous pourrez envoyer celle-ci ${wait} : gardez cette page ouverte jusque-là.`,
  inAMinute: 'dans une minute',
  inMinutes: (minutes) => `dans ${count(minutes, 'minute', 'minutes')}`,
  inHours: (hours) => `dans ${count(hours, 'heure', 'heures')}`,
  sentBefore: (link) =>
    `Vous avez déjà envoyé une demande depuis cette page : ${link}. Pour envoyer aussi celle-ci, envoyez-la à nouveau.`,
  sentBeforeLink: 'voir où elle en est',
  closed: (name) => `${name} a trouvé un foyer.`,
  closedMeanwhile: 'Cela s’est passé pendant que vous écriviez : rien n’a donc été envoyé.',
  closedBefore: 'Il n’est donc plus possible de faire une demande.',
  othersWait: 'D’autres vous attendent encore.',
  meetAnimals: 'Rencontrer les animaux',
  pausedTitle: 'Les demandes sont suspendues.',
  pausedFor: (name) =>
    `Nous travaillons sur ce site, vous ne pouvez donc pas faire de demande pour ${name} en ce moment. Merci de revenir un peu plus tard.`,
  tryAgain: 'Réessayer',
  backTo: (name) => `Retour à ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Veuillez répondre à cette question.',
    longText: 'Veuillez répondre à cette question.',
    choice: 'Choisissez une réponse.',
    choices: 'Choisissez au moins une réponse.',
    yesNo: 'Choisissez oui ou non.',
    number: 'Saisissez un nombre.',
    date: 'Saisissez une date.',
    email: 'Saisissez votre adresse e-mail.',
    phone: 'Saisissez un numéro de téléphone.',
  },
  wrong: {
    text: 'Utilisez une seule ligne de texte simple.',
    longText: 'Utilisez du texte simple : certains de ces caractères ne peuvent pas être affichés.',
    choice: 'Choisissez l’une des réponses.',
    choices: 'Choisissez parmi les réponses, chacune une seule fois.',
    yesNo: 'Choisissez oui ou non.',
    number: 'Saisissez un nombre en chiffres, par exemple 2 ou 2,5.',
    date: 'Saisissez une date qui existe, par exemple 2026-11-22.',
    email: 'Saisissez une adresse e-mail complète, par exemple nom@example.org.',
    phone: 'Saisissez un numéro de téléphone en chiffres, par exemple +33 1 99 00 00 00.',
  },
  name: 'Saisissez votre nom.',
  webAddress: 'Saisissez votre nom sans adresse web.',
  tooLong: (most, length) => `Utilisez au plus ${number(most)} caractères. Vous en avez saisi ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Reçue',
    now: `${they} a bien reçu votre demande.`,
    next: 'Quelqu’un la lira, puis vous écrira ou vous appellera. D’ici là, vous n’avez rien à faire.',
  },
  inReview: {
    label: 'En cours d’examen',
    now: `${they} lit votre demande.`,
    next: 'Vous recevrez peut-être quelques questions. Si tout semble convenir, vous recevrez une invitation à une rencontre.',
  },
  meetAndGreet: {
    label: 'Rencontre',
    now: `${they} aimerait vous faire rencontrer ${who}.`,
    next: 'Convenez d’un jour, et venez avec toutes les personnes qui vivent chez vous.',
  },
  homeVisit: {
    label: 'Visite à domicile',
    now: `${they} aimerait vous rendre visite à domicile.`,
    next: 'Convenez d’un jour. Il s’agit de voir ce dont l’animal a besoin : inutile de faire le ménage.',
  },
  referenceCheck: {
    label: 'Références',
    now: `${they} contacte vos références.`,
    next: 'Vous aurez des nouvelles quand nous aurons parlé aux personnes que vous avez indiquées.',
  },
  approved: {
    label: 'Acceptée',
    now: `Bonne nouvelle : vous pouvez adopter ${who}.`,
    next: 'Nous vous contacterons pour convenir du jour, du contrat et du retour à la maison.',
  },
  declined: {
    label: 'Non retenue',
    now: `Nous sommes désolés. ${they} a décidé de ne pas donner suite à votre demande.`,
    next: 'Merci d’avoir proposé un foyer. Si vous souhaitez en connaître la raison, n’hésitez pas à la demander. D’autres attendent encore, et vous pouvez faire une nouvelle demande.',
  },
  withdrawn: {
    label: 'Retirée',
    now: 'Cette demande a été retirée.',
    next: 'Si vous changez d’avis, vous pouvez faire une nouvelle demande.',
  },
})

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adoption conclue',
    now: `Félicitations : ${who} a trouvé un foyer chez vous.`,
    next: 'Si vous avez des questions, ou si quelque chose vous inquiète, contactez-nous.',
  },
  returned: {
    label: 'Terminée',
    now: `L’adoption a pris fin : ${who} est de retour chez nous.`,
    next: 'Vous n’avez plus rien à faire. S’il y a quelque chose que nous devrions savoir, appelez-nous ou écrivez-nous.',
  },
  cancelled: {
    label: 'Terminée',
    now: 'Cette adoption n’aura pas lieu.',
    next: `Si cela vous surprend, contactez-nous. ${they} pourra vous en dire plus.`,
  },
})

const application: FormTexts['application'] = {
  people: (shelter) => `L’équipe ${of(shelter)}`,
  someone: 'L’équipe du refuge',
  theAnimal: 'l’animal',
  statuses,
  outcomes,
  steps: ['Reçue', 'Examen', 'Rencontre', 'Décision'],
  stepsLabel: 'Étapes',
  done: '(fait)',
  title: (status, name) => `${status} : votre demande${name === undefined ? '' : ` pour ${name}`}`,
  heading: (name) => `Votre demande${name === undefined ? '' : ` pour ${name}`}`,
  next: 'La suite',
  others: 'Voir d’autres animaux',
  sent: 'Merci. Votre demande a été envoyée.',
  mailed: (email) => `Nous envoyons l’adresse de cette page à ${email}. Elle vous permettra de revenir ici :`,
  notMailed: 'Conservez l’adresse de cette page. C’est le seul moyen de revenir ici :',
  foundHome: (name, link) =>
    `${name} a trouvé un foyer entre-temps. Vous pouvez attendre une réponse, ou faire une demande pour ${link}.`,
  foundHomeLink: 'un autre animal',
  aside: 'À propos de l’animal et du refuge',
  times: (sent, changed) =>
    `Envoyée le ${sent}${changed === undefined ? '' : `, modifiée le ${changed}`}. Seules les personnes qui ont l’adresse de cette page peuvent la voir.`,
  changedMind: 'Vous avez changé d’avis ?',
  changedMindText: 'Ce n’est pas grave. Cela aide tout le monde si vous nous le dites.',
  withdrawPaused:
    'Nous travaillons sur ce site, vous ne pouvez donc pas retirer la demande en ce moment. Merci de revenir un peu plus tard.',
  withdraw: 'Retirer la demande',
  withdrawTitle: (name) => `Retirer votre demande${name === undefined ? '' : ` pour ${name}`} ?`,
  withdrawText:
    'Nous préviendrons les personnes qui l’ont reçue. C’est définitif, mais vous pouvez faire une nouvelle demande.',
  withdrawPrivacy: (days) =>
    `Une demande retirée est close. Ses données personnelles sont effacées ${count(days, 'jour', 'jours')} plus tard.`,
  withdrawIt: 'La retirer',
  keepIt: 'La garder',
  withdrawPausedTitle: 'Vous ne pouvez pas retirer votre demande en ce moment.',
  withdrawPausedText: 'Nous travaillons sur ce site, et rien n’a été modifié. Merci de revenir un peu plus tard.',
  back: 'Retour à la demande',
  erased: 'Cette demande a été effacée.',
  erasedText: 'Nous n’avons plus ni votre nom, ni vos coordonnées, ni vos réponses.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Page d’accueil',
  meetAnimals: 'Rencontrer les animaux',
  tryAgain: 'Réessayer',
  notSent: 'Rien n’a été envoyé.',
  otherSite: 'Le formulaire venait d’un autre site. Veuillez rouvrir la page, et l’envoyer à partir de là.',
  tooLarge:
    'C’était trop long. Revenez en arrière, raccourcissez les réponses les plus longues, et envoyez le formulaire à nouveau.',
  unknownFormat:
    'Nous ne pouvons pas lire ce format. Veuillez rouvrir la page, et envoyer le formulaire à partir de là.',
  lost: 'Cette page s’est égarée.',
  lostText:
    'Elle a peut-être changé de place, ou son adresse n’est pas tout à fait exacte. Les animaux sont toujours là.',
  wait: 'Un instant, s’il vous plaît.',
  waitText: (time) =>
    `Beaucoup de pages ont été chargées depuis votre réseau en peu de temps. Veuillez réessayer dans ${time}.`,
  aMoment: 'un instant',
  seconds: (value) => count(value, 'seconde', 'secondes'),
  minutes: (value) => count(value, 'minute', 'minutes'),
  hours: (value) => count(value, 'heure', 'heures'),
  failed: 'Nous ne pouvons pas afficher cette page pour le moment.',
  failedText: 'Cela vient de nous, pas de vous. Veuillez réessayer dans un instant.',
  unreadable: 'Nous ne pouvons pas lire cette adresse.',
  unreadableText: 'Quelque chose n’y est pas correct. Veuillez la vérifier, ou recommencer.',
  adopted: 'Cet animal a trouvé un foyer.',
  adoptedText: 'C’était il y a quelque temps, sa page n’existe donc plus. D’autres vous attendent encore.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site} : animaux à adopter`,
  about:
    'Un service pour les refuges : les animaux, leurs photos et leurs adoptions, avec une API, une console pour l’équipe et un site public.',
  heading: 'Un foyer pour tous ceux qui en attendent un.',
  text: 'Ceci est un service d’adoption d’animaux. Les refuges y gèrent leurs animaux, leurs photos et leurs adoptions, et montrent les animaux aux personnes qui en cherchent un.',
  becomesSite: 'Dès qu’un animal est publié, cette page devient le site d’adoption.',
  console: 'Console de gestion',
  consoleText: 'Pour l’équipe : ajouter des animaux, les publier et suivre chaque adoption.',
  reference: 'Référence de l’API',
  referenceText: 'Pour les développeurs : chaque opération, à essayer dans le navigateur.',
  guide: 'Première requête',
  guideText: 'D’une clé à la première liste d’animaux en cinq minutes.',
  site: 'Site d’adoption',
  siteText: 'Ce que voient les visiteurs. Aucun animal n’est encore publié.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': 'Comment est votre logement ?',
  House: 'Maison',
  Flat: 'Appartement',
  Farm: 'Ferme',
  Other: 'Autre',
  'Do you have a garden?': 'Avez-vous un jardin ?',
  'If you rent: does your landlord allow animals?':
    'Si vous êtes locataire : votre propriétaire accepte-t-il les animaux ?',
  'Who lives in your home?': 'Qui vit chez vous ?',
  'Adults, children and their ages, other animals.': 'Adultes, enfants et leur âge, autres animaux.',
  'Which animals have you cared for before?': 'Quels animaux avez-vous déjà eus ?',
  'For how many hours a day would the animal be alone?': 'Combien d’heures par jour l’animal serait-il seul ?',
  'Why would you like to adopt?': 'Pourquoi souhaitez-vous adopter ?',
}

export const frenchForms: FormTexts = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}
