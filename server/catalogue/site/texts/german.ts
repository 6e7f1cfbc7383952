import { counting } from '../../../animals/profiles/labels.ts'
import type { SiteTexts } from './english.ts'
import { germanForms } from './german-forms.ts'

const { number, count, and } = counting('de')

const animals: SiteTexts['animals'] = {
  language: 'de',
  species: {
    dog: { one: 'Hund', many: 'Hunde' },
    cat: { one: 'Katze', many: 'Katzen' },
    rabbit: { one: 'Kaninchen', many: 'Kaninchen' },
    smallFurry: { one: 'Kleintier', many: 'Kleintiere' },
    bird: { one: 'Vogel', many: 'Vögel' },
    horse: { one: 'Pferd', many: 'Pferde' },
    reptile: { one: 'Reptil', many: 'Reptilien' },
    fish: { one: 'Fisch', many: 'Fische' },
    barnyard: { one: 'Nutztier', many: 'Nutztiere' },
    other: { one: 'Anderes Tier', many: 'Andere Tiere' },
  },
  sex: { female: 'Weiblich', male: 'Männlich' },
  size: { small: 'Klein', medium: 'Mittelgroß', large: 'Groß', extraLarge: 'Sehr groß' },
  ageBand: {
    ...{ baby: 'Unter 1 Jahr', young: '1 bis 2 Jahre', adult: '3 bis 7 Jahre' },
    senior: '8 Jahre und älter',
  },
  coat: {
    ...{ hairless: 'Haarlos', short: 'Kurz', medium: 'Mittellang', long: 'Lang' },
    ...{ wire: 'Drahtig', curly: 'Lockig' },
  },
  companion: { children: 'Kinder', dogs: 'Hunde', cats: 'Katzen' },
  status: { available: 'Sucht ein Zuhause', pending: 'Reserviert', sold: 'Vermittelt' },
  anyAnimal: 'Tier',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, Mischling`,
  mix: (breed) => `Mischling (${breed})`,
  underOneMonth: 'unter 1 Monat',
  weeks: (value) => count(value, 'Woche', 'Wochen'),
  months: (value) => count(value, 'Monat', 'Monate'),
  years: (value) => count(value, 'Jahr', 'Jahre'),
  yearAndMonths: (year, months) => `${year} und ${months}`,
  about: (age) => `etwa ${age}`,
  noFee: 'Keine',
  away: (distance) => `${distance} entfernt`,
  underAway: (distance) => `weniger als ${distance} entfernt`,
}

const layout: SiteTexts['layout'] = {
  siteName: 'Tiervermittlung',
  skip: 'Zum Inhalt springen',
  mainMenu: 'Hauptmenü',
  adopt: 'Adoptieren',
  how: 'So funktioniert es',
  visit: 'Besuchen Sie uns',
  footer: 'Mehr',
  allAnimals: 'Alle Tiere',
  feed: 'Newsfeed',
  developers: 'Für Entwickler',
  staff: 'Für Mitarbeitende',
  language: 'Sprache',
  machineTranslated:
    'Diese Seite wurde maschinell übersetzt. Wenn etwas seltsam klingt, sagen Sie uns bitte Bescheid.',
  breadcrumb: 'Pfad zu dieser Seite',
  noPhoto: 'Noch kein Foto',
  photoOf: (name) => `Foto von ${name}`,
  numberedPhoto: (at, name) => `Foto ${at} von ${name}`,
}

const home: SiteTexts['home'] = {
  title: (site, city) =>
    `${site}: Adoptieren Sie ein Tier${city === undefined ? '' : ` in ${city}`}`,
  heading: 'Hier wartet jemand darauf, mit Ihnen nach Hause zu gehen.',
  waiting: (total, city) =>
    `${count(total, 'Tier sucht', 'Tiere suchen')}${city === undefined ? '' : ` in ${city}`} eine Familie.`,
  meet: 'Lernen Sie sie kennen, und wir finden gemeinsam heraus, ob Sie zusammenpassen.',
  picks: 'Wer wartet',
  everyone: 'Alle',
  withChildren: 'Für Familien mit Kindern',
  seniors: 'Senioren',
  longest: 'Am längsten hier',
  newest: 'Neu hier',
  waitingLongest: 'Sie warten am längsten',
  seeAll: 'Alle ansehen',
  steps: [
    [
      'Das passende Tier finden',
      'Sehen Sie sich um, und lesen Sie, was die Menschen geschrieben haben, die sich jeden Tag um die Tiere kümmern.',
    ],
    [
      'Bewerben',
      'Erzählen Sie uns, wer Sie sind und wie Sie leben. Das dauert etwa zehn Minuten, und Sie brauchen kein Konto.',
    ],
    [
      'Kennenlernen',
      'Kommen Sie vorbei, nehmen Sie sich Zeit, und kommen Sie wieder. Es muss für beide passen.',
    ],
    [
      'Gemeinsam nach Hause',
      'Wir helfen Ihnen in den ersten Tagen und sind auch danach für Ihre Fragen da.',
    ],
  ],
}

const list: SiteTexts['list'] = {
  title: (kind, shelter) => `${kind} zur Adoption${shelter === undefined ? '' : ` bei ${shelter}`}`,
  animals: 'Tiere',
  about: (kind, place) =>
    `${kind} bei ${place} suchen ein Zuhause. Lernen Sie sie kennen, und finden Sie das Tier, das zu Ihnen passt.`,
  count: (total) => count(total, 'Tier', 'Tiere'),
  moreThan: (total) => `Mehr als ${count(total, 'Tier', 'Tiere')}`,
  newAnimals: 'Neue Tiere',
  kinds: 'Tierarten',
  removeFilter: 'Filter entfernen:',
  clear: 'Alle entfernen',
  goodWith: (companions) => `Verträgt sich mit ${companions.join(' und ')}`,
  goodWithOne: { children: 'Kindern', dogs: 'Hunden', cats: 'Katzen' },
  noSpecialNeeds: 'Ohne besondere Bedürfnisse',
  someShelters: 'Einige Tierheime',
  within: (distance, place) => `Höchstens ${distance} von ${place} entfernt`,
  near: (place) => `In der Nähe von ${place}`,
  noMatch: 'Zu diesen Filtern passt kein Tier.',
  noMatchAdvice: 'Entfernen Sie einen Filter, oder sehen Sie sich alle Tiere an.',
  none: 'Alle haben ein Zuhause gefunden.',
  noneAdvice: 'Im Moment wartet kein Tier. Schauen Sie bald wieder vorbei: Das bleibt selten so.',
  showEveryone: 'Alle Tiere ansehen',
  pages: 'Seiten',
  firstPage: 'Erste Seite',
  more: 'Weitere Tiere',
  ignored: (value, filter) =>
    `Wir kennen „${value}“${filter === undefined ? '' : ` (${filter})`} nicht und haben die Angabe deshalb weggelassen.`,
  noPlace: (place) =>
    `Wir haben in „${place}“ kein Tierheim gefunden. Versuchen Sie es mit einer Stadt oder Postleitzahl.`,
  noPage: 'Diese Seite der Liste gibt es nicht mehr, deshalb sehen Sie die erste.',
  waiting: (wait) => `Wartet schon ${wait}`,
  bonded: 'Unzertrennlich',
}

const filter: SiteTexts['filter'] = {
  search: 'Suche',
  searchHint: 'Name, Rasse oder Charakter',
  species: 'Tierart',
  breed: 'Rasse',
  tag: 'Schlagwort',
  shelter: 'Tierheim',
  near: 'In der Nähe von',
  nearHint: 'Stadt oder Postleitzahl',
  within: 'Umkreis',
  anyDistance: 'Beliebige Entfernung',
  order: 'Reihenfolge',
  bestMatch: 'Beste Treffer',
  newestFirst: 'Neueste zuerst',
  waitingLongest: 'Wartet am längsten',
  name: 'Nach Name',
  nearest: 'Nächste zuerst',
  show: 'Tiere anzeigen',
  more: 'Weitere Filter',
  age: 'Alter',
  size: 'Größe',
  sex: 'Geschlecht',
  any: 'Beliebig',
  availability: 'Verfügbarkeit',
  goodWith: 'Verträglichkeit',
  also: 'Außerdem',
  houseTrained: 'Stubenrein',
  specialNeeds: 'Besondere Bedürfnisse',
}

const animal: SiteTexts['animal'] = {
  title: (name) => `${name} adoptieren`,
  adoptedTitle: (name) => `${name} wurde vermittelt`,
  foundHome: (name) => `${name} hat ein Zuhause gefunden.`,
  othersWait: 'Andere warten noch darauf.',
  meetOthers: 'Die anderen kennenlernen',
  about: (name) => `Über ${name}`,
  waitingFor: (wait) => `wartet schon ${wait}`,
  getsAlong: 'Verträglichkeit',
  not: 'Nicht:',
  houseTrained: 'Stubenrein',
  share: 'Teilen',
  shareSubject: (name) => `Kennen Sie schon ${name}?`,
  apply: 'Für die Adoption bewerben',
  ask: 'Frage stellen',
  askSubject: (name, id) => `${name} (Nr. ${id})`,
  askText: (name, url) => `Guten Tag,\n\nich würde ${name} gern kennenlernen: ${url}\n\n`,
  onHold: (name) =>
    `${name} ist für jemanden reserviert. Sie können sich trotzdem bewerben, falls es dort nicht klappt.`,
  tenMinutes: 'Das dauert etwa zehn Minuten, und Sie brauchen kein Konto.',
  kennelCard: 'Steckbrief drucken',
  sex: 'Geschlecht',
  size: 'Größe',
  coat: 'Fell',
  colours: (count) => (count > 1 ? 'Farben' : 'Farbe'),
  fee: 'Schutzgebühr',
  health: 'Gesundheit',
  specialNeeds: 'Besondere Bedürfnisse',
  breed: 'Rasse',
  age: 'Alter',
  and,
  neutered: (_sex, is) => (is ? 'kastriert' : 'nicht kastriert'),
  vaccinated: (_sex, is) => (is ? 'Geimpft' : 'Noch nicht geimpft'),
  declawed: () => 'Krallen entfernt',
  // „Ihre Geschichte“ could be that of the reader.
  story: () => 'Geschichte',
  comesWith: (names) => `Wird nur zusammen mit ${names} vermittelt`,
  video: (at) => (at === undefined ? 'Video ansehen' : `Video ${at} ansehen`),
  tags: 'Schlagwörter',
  policy: 'So läuft die Adoption hier ab',
}

const card: SiteTexts['card'] = {
  title: (name) => `Steckbrief von ${name}`,
  manyTitle: 'Steckbriefe',
  scan: (name) => `Scannen und ${name} kennenlernen`,
  number: (id) => `Nr. ${id}`,
  print: (link) => `Drucken Sie diese Seite, oder gehen Sie ${link}.`,
  back: 'zurück zum Tier',
  code: 'QR-Code, der zur Seite dieses Tieres führt',
}

export const german: SiteTexts = {
  ...{ number, animals, layout, home, list, filter, animal, card },
  ...germanForms,
}
