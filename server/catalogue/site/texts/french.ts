import { counting } from '../../../animals/profiles/labels.ts'
import type { Sex } from '../../../animals/profiles/profile-values.ts'
import type { SiteTexts } from './english.ts'
import { frenchForms, of } from './french-forms.ts'

const { number, count, and } = counting('fr')

/** A word that agrees with the sex of an animal; with an unknown one as with `animal`. */
const agreeing = (sex: Sex | null, male: string, female: string): string => (sex === 'female' ? female : male)

const animals: SiteTexts['animals'] = {
  language: 'fr',
  species: {
    dog: { one: 'Chien', many: 'Chiens' },
    cat: { one: 'Chat', many: 'Chats' },
    rabbit: { one: 'Lapin', many: 'Lapins' },
    smallFurry: { one: 'Petit animal', many: 'Petits animaux' },
    bird: { one: 'Oiseau', many: 'Oiseaux' },
    horse: { one: 'Cheval', many: 'Chevaux' },
    reptile: { one: 'Reptile', many: 'Reptiles' },
    fish: { one: 'Poisson', many: 'Poissons' },
    barnyard: { one: 'Animal de ferme', many: 'Animaux de ferme' },
    other: { one: 'Autre animal', many: 'Autres animaux' },
  },
  sex: { female: 'Femelle', male: 'Mâle' },
  size: { small: 'Petite', medium: 'Moyenne', large: 'Grande', extraLarge: 'Très grande' },
  ageBand: {
    baby: 'Moins de 1 an',
    young: 'De 1 à 2 ans',
    adult: 'De 3 à 7 ans',
    senior: '8 ans et plus',
  },
  coat: {
    hairless: 'Sans poils',
    short: 'Court',
    medium: 'Mi-long',
    long: 'Long',
    wire: 'Dur',
    curly: 'Frisé',
  },
  companion: { children: 'Enfants', dogs: 'Chiens', cats: 'Chats' },
  status: { available: 'À adopter', pending: 'En réservation', sold: 'A trouvé une famille' },
  anyAnimal: 'Animal',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, croisé`,
  mix: (breed) => `Croisement ${breed}`,
  underOneMonth: 'moins de 1 mois',
  weeks: (value) => count(value, 'semaine', 'semaines'),
  months: (value) => count(value, 'mois', 'mois'),
  years: (value) => count(value, 'an', 'ans'),
  yearAndMonths: (year, months) => `${year} et ${months}`,
  about: (age) => `environ ${age}`,
  noFee: 'Sans frais',
  away: (distance) => `à ${distance}`,
  underAway: (distance) => `à moins de ${distance}`,
}

const layout: SiteTexts['layout'] = {
  siteName: 'Adoption d’animaux',
  skip: 'Aller au contenu',
  mainMenu: 'Menu principal',
  adopt: 'Adopter',
  how: 'Comment ça marche',
  visit: 'Nous rendre visite',
  footer: 'Plus',
  allAnimals: 'Tous les animaux',
  feed: 'Flux d’actualité',
  developers: 'Pour les développeurs',
  staff: 'Pour l’équipe',
  language: 'Langue',
  machineTranslated:
    'Cette page a été traduite automatiquement. Si quelque chose vous semble étrange, merci de nous le signaler.',
  breadcrumb: 'Fil d’Ariane',
  noPhoto: 'Pas encore de photo',
  photoOf: (name) => `Photo ${of(name)}`,
  numberedPhoto: (at, name) => `Photo ${at} ${of(name)}`,
}

const home: SiteTexts['home'] = {
  title: (site, city) => `${site} : adoptez un animal${city === undefined ? '' : ` à ${city}`}`,
  heading: 'Ici, quelqu’un attend de rentrer à la maison avec vous.',
  waiting: (total, city) =>
    `${count(total, 'animal cherche', 'animaux cherchent')} une famille${city === undefined ? '' : ` à ${city}`}.`,
  meet: 'Venez les rencontrer, et voyons ensemble si vous êtes faits l’un pour l’autre.',
  picks: 'Qui attend',
  everyone: 'Tous',
  withChildren: 'À l’aise avec les enfants',
  seniors: 'Seniors',
  longest: 'Ceux qui attendent le plus',
  newest: 'Nouveaux arrivés',
  waitingLongest: 'Ils attendent depuis le plus longtemps',
  seeAll: 'Voir tous',
  steps: [
    [
      'Trouvez votre compagnon',
      'Regardez autour de vous, et lisez ce qu’ont écrit les personnes qui s’en occupent chaque jour.',
    ],
    [
      'Faites une demande',
      'Dites-nous qui vous êtes et comment vous vivez. Cela prend une dizaine de minutes, sans créer de compte.',
    ],
    [
      'Rencontrez-vous',
      'Passez nous voir, prenez votre temps, et revenez. Il faut que cela convienne à tous les deux.',
    ],
    ['Rentrez ensemble', 'Nous vous aidons les premiers jours, et nous restons là pour vos questions.'],
  ],
}

const list: SiteTexts['list'] = {
  title: (kind, shelter) => `${kind} à adopter${shelter === undefined ? '' : ` chez ${shelter}`}`,
  animals: 'Animaux',
  about: (kind, place) =>
    `${kind} qui cherchent un foyer chez ${place}. Rencontrez-les, et trouvez celui qu’il vous faut.`,
  count: (total) => count(total, 'animal', 'animaux'),
  moreThan: (total) => `Plus de ${count(total, 'animal', 'animaux')}`,
  newAnimals: 'Nouveaux animaux',
  kinds: 'Espèces',
  removeFilter: 'Retirer le filtre :',
  clear: 'Tout retirer',
  goodWith: (companions) => `S’entend avec ${companions.join(' et ')}`,
  goodWithOne: { children: 'les enfants', dogs: 'les chiens', cats: 'les chats' },
  noSpecialNeeds: 'Sans besoins particuliers',
  someShelters: 'Certains refuges',
  within: (distance, place) => `À moins de ${distance} ${of(place)}`,
  near: (place) => `Près ${of(place)}`,
  noMatch: 'Aucun animal ne correspond à ces filtres.',
  noMatchAdvice: 'Retirez un filtre, ou voyez tous les animaux.',
  none: 'Tous ont trouvé un foyer.',
  noneAdvice: 'Aucun animal n’attend en ce moment. Revenez bientôt : cela dure rarement.',
  showEveryone: 'Voir tous les animaux',
  pages: 'Pages de la liste',
  firstPage: 'Première page',
  more: 'Plus d’animaux',
  ignored: (value, filter) =>
    `Nous ne reconnaissons pas « ${value} »${filter === undefined ? '' : ` (${filter})`}, nous n’en avons donc pas tenu compte.`,
  noPlace: (place) => `Nous n’avons trouvé aucun refuge à « ${place} ». Essayez une ville ou un code postal.`,
  noPage: 'Cette page n’existe plus : voici la première.',
  waiting: (wait) => `Attend depuis ${wait}`,
  bonded: 'Inséparables',
}

const filter: SiteTexts['filter'] = {
  search: 'Recherche',
  searchHint: 'Nom, race ou caractère',
  species: 'Espèce',
  breed: 'Race',
  tag: 'Mot-clé',
  shelter: 'Refuge',
  near: 'Près de',
  nearHint: 'Ville ou code postal',
  within: 'Distance',
  anyDistance: 'Toute distance',
  order: 'Ordre',
  bestMatch: 'Meilleurs résultats',
  newestFirst: 'Les plus récents',
  waitingLongest: 'Ceux qui attendent le plus',
  name: 'Nom',
  nearest: 'Les plus proches',
  show: 'Voir les animaux',
  more: 'Plus de filtres',
  age: 'Âge',
  size: 'Taille',
  sex: 'Sexe',
  any: 'Peu importe',
  availability: 'Disponibilité',
  goodWith: 'S’entend avec',
  also: 'Et aussi',
  houseTrained: 'Propre',
  specialNeeds: 'Besoins particuliers',
}

const animal: SiteTexts['animal'] = {
  title: (name) => `Adoptez ${name}`,
  adoptedTitle: (name) => `${name} a trouvé une famille`,
  foundHome: (name) => `${name} a trouvé un foyer.`,
  othersWait: 'D’autres en attendent encore un.',
  meetOthers: 'Rencontrer les autres',
  about: (name) => `À propos ${of(name)}`,
  waitingFor: (wait) => `attend depuis ${wait}`,
  getsAlong: 'S’entend avec',
  not: 'Non :',
  houseTrained: 'Propre',
  share: 'Partager',
  shareSubject: (name) => `Je vous présente ${name}`,
  apply: 'Faire une demande d’adoption',
  ask: 'Poser une question',
  askSubject: (name, id) => `${name} (n° ${id})`,
  askText: (name, url) => `Bonjour,\n\nJ’aimerais rencontrer ${name} : ${url}\n\n`,
  onHold: (name) =>
    `${name} est en réservation pour quelqu’un. Vous pouvez quand même faire une demande, au cas où cela n’aboutirait pas.`,
  tenMinutes: 'Cela prend une dizaine de minutes, sans créer de compte.',
  kennelCard: 'Imprimer la fiche',
  sex: 'Sexe',
  size: 'Taille',
  coat: 'Poil',
  colours: (count) => (count > 1 ? 'Couleurs' : 'Couleur'),
  fee: 'Frais d’adoption',
  health: 'Santé',
  specialNeeds: 'Besoins particuliers',
  breed: 'Race',
  age: 'Âge',
  and,
  neutered: (sex, is) =>
    is ? agreeing(sex, 'stérilisé', 'stérilisée') : agreeing(sex, 'non stérilisé', 'non stérilisée'),
  vaccinated: (sex, is) =>
    is ? agreeing(sex, 'Vacciné', 'Vaccinée') : agreeing(sex, 'Pas encore vacciné', 'Pas encore vaccinée'),
  declawed: (sex) => agreeing(sex, 'dégriffé', 'dégriffée'),
  story: () => 'Son histoire',
  comesWith: (names) => `S’adopte avec ${names}`,
  video: (at) => (at === undefined ? 'Vidéo' : `Vidéo ${at}`),
  tags: 'Mots-clés',
  policy: 'Comment se passe l’adoption ici',
}

const card: SiteTexts['card'] = {
  title: (name) => `Fiche ${of(name)}`,
  manyTitle: 'Fiches',
  scan: (name) => `Scannez pour rencontrer ${name}`,
  number: (id) => `N° ${id}`,
  print: (link) => `Imprimez cette page, ou ${link}.`,
  back: 'revenez à l’animal',
  code: 'Code QR qui mène à la page de cet animal',
}

export const french: SiteTexts = {
  number,
  animals,
  layout,
  home,
  list,
  filter,
  animal,
  card,
  ...frenchForms,
}
