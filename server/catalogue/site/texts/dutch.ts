import { counting } from '../../../animals/profiles/labels.ts'
import { dutchForms } from './dutch-forms.ts'
import type { SiteTexts } from './english.ts'

const { number, count, and } = counting('nl')

const animals: SiteTexts['animals'] = {
  language: 'nl',
  species: {
    dog: { one: 'Hond', many: 'Honden' },
    cat: { one: 'Kat', many: 'Katten' },
    rabbit: { one: 'Konijn', many: 'Konijnen' },
    smallFurry: { one: 'Klein huisdier', many: 'Kleine huisdieren' },
    bird: { one: 'Vogel', many: 'Vogels' },
    horse: { one: 'Paard', many: 'Paarden' },
    reptile: { one: 'Reptiel', many: 'Reptielen' },
    fish: { one: 'Vis', many: 'Vissen' },
    barnyard: { one: 'Boerderijdier', many: 'Boerderijdieren' },
    other: { one: 'Ander dier', many: 'Andere dieren' },
  },
  sex: { female: 'Vrouwtje', male: 'Mannetje' },
  size: { small: 'Klein', medium: 'Middelgroot', large: 'Groot', extraLarge: 'Zeer groot' },
  ageBand: {
    ...{ baby: 'Jonger dan 1 jaar', young: '1 tot 2 jaar', adult: '3 tot 7 jaar' },
    senior: '8 jaar en ouder',
  },
  coat: {
    ...{ hairless: 'Haarloos', short: 'Kort', medium: 'Halflang', long: 'Lang' },
    ...{ wire: 'Ruwharig', curly: 'Krullend' },
  },
  companion: { children: 'Kinderen', dogs: 'Honden', cats: 'Katten' },
  status: { available: 'Beschikbaar', pending: 'Gereserveerd', sold: 'Geadopteerd' },
  anyAnimal: 'Dier',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, kruising`,
  mix: (breed) => `Kruising ${breed}`,
  underOneMonth: 'jonger dan 1 maand',
  weeks: (value) => count(value, 'week', 'weken'),
  months: (value) => count(value, 'maand', 'maanden'),
  years: (value) => count(value, 'jaar', 'jaar'),
  yearAndMonths: (year, months) => `${year} en ${months}`,
  about: (age) => `ongeveer ${age}`,
  noFee: 'Geen',
  away: (distance) => `op ${distance}`,
  underAway: (distance) => `op minder dan ${distance}`,
}

const layout: SiteTexts['layout'] = {
  siteName: 'Dieren adopteren',
  skip: 'Naar de inhoud',
  mainMenu: 'Hoofdmenu',
  adopt: 'Adopteren',
  how: 'Zo werkt het',
  visit: 'Kom langs',
  footer: 'Meer',
  allAnimals: 'Alle dieren',
  feed: 'Nieuwsfeed',
  developers: 'Voor ontwikkelaars',
  staff: 'Voor medewerkers',
  language: 'Taal',
  machineTranslated:
    'Deze pagina is automatisch vertaald. Klinkt er iets vreemd? Laat het ons alsjeblieft weten.',
  breadcrumb: 'Kruimelpad',
  noPhoto: 'Nog geen foto',
  photoOf: (name) => `Foto van ${name}`,
  numberedPhoto: (at, name) => `Foto ${at} van ${name}`,
}

const home: SiteTexts['home'] = {
  title: (site, city) => `${site}: adopteer een dier${city === undefined ? '' : ` in ${city}`}`,
  heading: 'Hier wacht iemand om met jou mee naar huis te gaan.',
  waiting: (total, city) =>
    `${count(total, 'dier zoekt', 'dieren zoeken')}${city === undefined ? '' : ` in ${city}`} een gezin.`,
  meet: 'Maak kennis, dan ontdekken we samen of jullie bij elkaar passen.',
  picks: 'Wie er wacht',
  everyone: 'Allemaal',
  withChildren: 'Goed met kinderen',
  seniors: 'Senioren',
  longest: 'Wacht het langst',
  newest: 'Nieuw hier',
  waitingLongest: 'Zij wachten het langst',
  seeAll: 'Bekijk alles',
  steps: [
    [
      'Vind je maatje',
      'Kijk rond, en lees wat de mensen hebben geschreven die elke dag voor de dieren zorgen.',
    ],
    [
      'Vraag de adoptie aan',
      'Vertel ons wie je bent en hoe je woont. Dat duurt ongeveer tien minuten, en je hebt geen account nodig.',
    ],
    [
      'Leer elkaar kennen',
      'Kom langs, neem de tijd, en kom nog eens terug. Het moet voor allebei goed voelen.',
    ],
    ['Samen naar huis', 'We helpen je de eerste dagen, en staan ook daarna klaar voor je vragen.'],
  ],
}

const list: SiteTexts['list'] = {
  title: (kind, shelter) => `${kind} ter adoptie${shelter === undefined ? '' : ` bij ${shelter}`}`,
  animals: 'Dieren',
  about: (kind, place) =>
    `${kind} bij ${place} zoeken een thuis. Maak kennis, en vind het dier dat bij je past.`,
  count: (total) => count(total, 'dier', 'dieren'),
  moreThan: (total) => `Meer dan ${count(total, 'dier', 'dieren')}`,
  newAnimals: 'Nieuwe dieren',
  kinds: 'Soorten dieren',
  removeFilter: 'Filter verwijderen:',
  clear: 'Alles wissen',
  goodWith: (companions) => `Kan goed met ${companions.join(' en ')}`,
  goodWithOne: { children: 'kinderen', dogs: 'honden', cats: 'katten' },
  noSpecialNeeds: 'Geen bijzondere zorg nodig',
  someShelters: 'Enkele asielen',
  within: (distance, place) => `Binnen ${distance} van ${place}`,
  near: (place) => `In de buurt van ${place}`,
  noMatch: 'Geen enkel dier past bij deze filters.',
  noMatchAdvice: 'Verwijder een filter, of bekijk alle dieren.',
  none: 'Iedereen heeft een thuis gevonden.',
  noneAdvice: 'Op dit moment wacht er geen dier. Kom snel nog eens kijken: dat duurt zelden lang.',
  showEveryone: 'Bekijk alle dieren',
  pages: 'Pagina’s',
  firstPage: 'Eerste pagina',
  more: 'Meer dieren',
  ignored: (value, filter) =>
    `We herkennen ‘${value}’${filter === undefined ? '' : ` (${filter})`} niet, dus we hebben dit weggelaten.`,
  noPlace: (place) =>
    `We konden in ‘${place}’ geen asiel vinden. Probeer het met een plaats of postcode.`,
  noPage: 'Die pagina bestaat niet meer, dus dit is de eerste.',
  waiting: (wait) => `Wacht al ${wait}`,
  bonded: 'Onafscheidelijk',
}

const filter: SiteTexts['filter'] = {
  search: 'Zoeken',
  searchHint: 'Naam, ras of karakter',
  species: 'Soort',
  breed: 'Ras',
  tag: 'Trefwoord',
  shelter: 'Asiel',
  near: 'In de buurt van',
  nearHint: 'Plaats of postcode',
  within: 'Afstand',
  anyDistance: 'Elke afstand',
  order: 'Volgorde',
  bestMatch: 'Beste resultaten',
  newestFirst: 'Nieuwste eerst',
  waitingLongest: 'Wacht het langst',
  name: 'Naam',
  nearest: 'Dichtstbij',
  show: 'Toon dieren',
  more: 'Meer filters',
  age: 'Leeftijd',
  size: 'Grootte',
  sex: 'Geslacht',
  any: 'Maakt niet uit',
  availability: 'Beschikbaarheid',
  goodWith: 'Kan goed met',
  also: 'En ook',
  houseTrained: 'Zindelijk',
  specialNeeds: 'Bijzondere zorg nodig',
}

const animal: SiteTexts['animal'] = {
  title: (name) => `${name} adopteren`,
  adoptedTitle: (name) => `${name} is geadopteerd`,
  foundHome: (name) => `${name} heeft een thuis gevonden.`,
  othersWait: 'Anderen wachten er nog op.',
  meetOthers: 'Maak kennis met de anderen',
  about: (name) => `Over ${name}`,
  waitingFor: (wait) => `wacht al ${wait}`,
  getsAlong: 'Kan goed met',
  not: 'Niet:',
  houseTrained: 'Zindelijk',
  share: 'Delen',
  shareSubject: (name) => `Ken je ${name} al?`,
  apply: 'Adoptie aanvragen',
  ask: 'Vraag stellen',
  askSubject: (name, id) => `${name} (nr. ${id})`,
  askText: (name, url) => `Hallo,\n\nIk zou ${name} graag leren kennen: ${url}\n\n`,
  onHold: (name) =>
    `${name} is voor iemand gereserveerd. Je kunt toch een aanvraag doen, voor het geval het niet doorgaat.`,
  tenMinutes: 'Dat duurt ongeveer tien minuten, en je hebt geen account nodig.',
  kennelCard: 'Hokkaart afdrukken',
  sex: 'Geslacht',
  size: 'Grootte',
  coat: 'Vacht',
  colours: (count) => (count > 1 ? 'Kleuren' : 'Kleur'),
  fee: 'Adoptiekosten',
  health: 'Gezondheid',
  specialNeeds: 'Bijzondere zorg nodig',
  breed: 'Ras',
  age: 'Leeftijd',
  and,
  neutered: (sex, is) => {
    const word = sex === 'female' ? 'gesteriliseerd' : 'gecastreerd'
    return is ? word : `niet ${word}`
  },
  vaccinated: (_sex, is) => (is ? 'Gevaccineerd' : 'Nog niet gevaccineerd'),
  declawed: () => 'nagels verwijderd',
  story: (sex) =>
    sex === null ? 'Het verhaal' : sex === 'female' ? 'Haar verhaal' : 'Zijn verhaal',
  comesWith: (names) => `Wordt alleen samen met ${names} geplaatst`,
  video: (at) => (at === undefined ? 'Video bekijken' : `Video ${at} bekijken`),
  tags: 'Trefwoorden',
  policy: 'Zo gaat adopteren hier',
}

const card: SiteTexts['card'] = {
  title: (name) => `Hokkaart van ${name}`,
  manyTitle: 'Hokkaarten',
  scan: (name) => `Scan en maak kennis met ${name}`,
  number: (id) => `Nr. ${id}`,
  print: (link) => `Druk deze pagina af, of ga ${link}.`,
  back: 'terug naar het dier',
  code: 'QR-code die naar de pagina van dit dier leidt',
}

export const dutch: SiteTexts = {
  ...{ number, animals, layout, home, list, filter, animal, card },
  ...dutchForms,
}
