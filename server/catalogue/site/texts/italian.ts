import { counting } from '../../../animals/profiles/labels.ts'
import type { Sex } from '../../../animals/profiles/profile-values.ts'
import type { SiteTexts } from './english.ts'
import { italianForms } from './italian-forms.ts'

const { number, count, and } = counting('it')

/** A word that agrees with the sex of an animal; with an unknown one as with `animale`. */
const agreeing = (sex: Sex | null, male: string, female: string): string =>
  sex === 'female' ? female : male

const animals: SiteTexts['animals'] = {
  language: 'it',
  species: {
    dog: { one: 'Cane', many: 'Cani' },
    cat: { one: 'Gatto', many: 'Gatti' },
    rabbit: { one: 'Coniglio', many: 'Conigli' },
    smallFurry: { one: 'Piccolo animale', many: 'Piccoli animali' },
    bird: { one: 'Uccello', many: 'Uccelli' },
    horse: { one: 'Cavallo', many: 'Cavalli' },
    reptile: { one: 'Rettile', many: 'Rettili' },
    fish: { one: 'Pesce', many: 'Pesci' },
    barnyard: { one: 'Animale da fattoria', many: 'Animali da fattoria' },
    other: { one: 'Altro animale', many: 'Altri animali' },
  },
  sex: { female: 'Femmina', male: 'Maschio' },
  size: { small: 'Piccola', medium: 'Media', large: 'Grande', extraLarge: 'Molto grande' },
  ageBand: {
    ...{ baby: 'Meno di 1 anno', young: 'Da 1 a 2 anni', adult: 'Da 3 a 7 anni' },
    senior: '8 anni o più',
  },
  coat: {
    ...{ hairless: 'Senza pelo', short: 'Corto', medium: 'Medio', long: 'Lungo' },
    ...{ wire: 'Ruvido', curly: 'Riccio' },
  },
  companion: { children: 'Bambini', dogs: 'Cani', cats: 'Gatti' },
  status: { available: 'In adozione', pending: 'Adozione in corso', sold: 'Ha trovato casa' },
  anyAnimal: 'Animale',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, meticcio`,
  mix: (breed) => `Incrocio di ${breed}`,
  underOneMonth: 'meno di 1 mese',
  weeks: (value) => count(value, 'settimana', 'settimane'),
  months: (value) => count(value, 'mese', 'mesi'),
  years: (value) => count(value, 'anno', 'anni'),
  yearAndMonths: (year, months) => `${year} e ${months}`,
  about: (age) => `circa ${age}`,
  noFee: 'Nessuno',
  away: (distance) => `a ${distance}`,
  underAway: (distance) => `a meno di ${distance}`,
}

const layout: SiteTexts['layout'] = {
  siteName: 'Adozione di animali',
  skip: 'Vai al contenuto',
  mainMenu: 'Menu principale',
  adopt: 'Adotta',
  how: 'Come funziona',
  visit: 'Vieni a trovarci',
  footer: 'Altro',
  allAnimals: 'Tutti gli animali',
  feed: 'Feed delle novità',
  developers: 'Per gli sviluppatori',
  staff: 'Per il personale',
  language: 'Lingua',
  machineTranslated:
    'Questa pagina è stata tradotta automaticamente. Se qualcosa suona strano, faccelo sapere.',
  breadcrumb: 'Percorso di navigazione',
  noPhoto: 'Ancora nessuna foto',
  photoOf: (name) => `Foto di ${name}`,
  numberedPhoto: (at, name) => `Foto ${at} di ${name}`,
}

const home: SiteTexts['home'] = {
  title: (site, city) => `${site}: adotta un animale${city === undefined ? '' : ` a ${city}`}`,
  heading: 'Qui qualcuno aspetta di tornare a casa con te.',
  waiting: (total, city) =>
    `${count(total, 'animale cerca', 'animali cercano')} una famiglia${city === undefined ? '' : ` a ${city}`}.`,
  meet: 'Vieni a conoscerli, e scopriamo insieme se siete fatti l’uno per l’altro.',
  picks: 'Chi aspetta',
  everyone: 'Tutti',
  withChildren: 'Adatti ai bambini',
  seniors: 'Anziani',
  longest: 'In attesa da più tempo',
  newest: 'Nuovi arrivati',
  waitingLongest: 'Aspettano da più tempo',
  seeAll: 'Vedi tutti',
  steps: [
    [
      'Trova il tuo compagno',
      'Guardati intorno, e leggi che cosa hanno scritto le persone che se ne occupano ogni giorno.',
    ],
    [
      'Fai richiesta',
      'Raccontaci chi sei e come vivi. Bastano circa dieci minuti, e non serve un account.',
    ],
    [
      'Incontratevi',
      'Passa da noi, prenditi il tempo che serve, e torna. Deve andare bene per entrambi.',
    ],
    [
      'A casa insieme',
      'Ti aiutiamo nei primi giorni, e restiamo a disposizione per le tue domande.',
    ],
  ],
}

const list: SiteTexts['list'] = {
  title: (kind, shelter) =>
    `${kind} in adozione${shelter === undefined ? '' : ` presso ${shelter}`}`,
  animals: 'Animali',
  about: (kind, place) =>
    `${kind} che cercano casa presso ${place}. Conoscili, e trova quello giusto per te.`,
  count: (total) => count(total, 'animale', 'animali'),
  moreThan: (total) => `Più di ${count(total, 'animale', 'animali')}`,
  newAnimals: 'Nuovi animali',
  kinds: 'Tipi di animali',
  removeFilter: 'Rimuovi il filtro:',
  clear: 'Rimuovi tutti',
  goodWith: (companions) => `Va d’accordo con ${companions.join(' e ')}`,
  goodWithOne: { children: 'i bambini', dogs: 'i cani', cats: 'i gatti' },
  noSpecialNeeds: 'Senza esigenze particolari',
  someShelters: 'Alcuni rifugi',
  within: (distance, place) => `A meno di ${distance} da ${place}`,
  near: (place) => `Vicino a ${place}`,
  noMatch: 'Nessun animale corrisponde a questi filtri.',
  noMatchAdvice: 'Rimuovi un filtro, o guarda tutti gli animali.',
  none: 'Tutti hanno trovato casa.',
  noneAdvice: 'In questo momento nessun animale aspetta. Torna presto: di rado dura a lungo.',
  showEveryone: 'Vedi tutti gli animali',
  pages: 'Pagine',
  firstPage: 'Prima pagina',
  more: 'Altri animali',
  ignored: (value, filter) =>
    `Non riconosciamo «${value}»${filter === undefined ? '' : ` (${filter})`}, perciò non ne abbiamo tenuto conto.`,
  noPlace: (place) =>
    `Non abbiamo trovato nessun rifugio a «${place}». Prova con una città o un codice postale.`,
  noPage: 'Quella pagina non esiste più, perciò questa è la prima.',
  waiting: (wait) => `Aspetta da ${wait}`,
  bonded: 'Inseparabili',
}

const filter: SiteTexts['filter'] = {
  search: 'Cerca',
  searchHint: 'Nome, razza o carattere',
  species: 'Specie',
  breed: 'Razza',
  tag: 'Etichetta',
  shelter: 'Rifugio',
  near: 'Vicino a',
  nearHint: 'Città o codice postale',
  within: 'Distanza',
  anyDistance: 'Qualsiasi distanza',
  order: 'Ordine',
  bestMatch: 'Più pertinenti',
  newestFirst: 'I più recenti',
  waitingLongest: 'In attesa da più tempo',
  name: 'Nome',
  nearest: 'I più vicini',
  show: 'Mostra gli animali',
  more: 'Altri filtri',
  age: 'Età',
  size: 'Taglia',
  sex: 'Sesso',
  any: 'Indifferente',
  availability: 'Disponibilità',
  goodWith: 'Va d’accordo con',
  also: 'Inoltre',
  houseTrained: 'Vive bene in casa',
  specialNeeds: 'Esigenze particolari',
}

const animal: SiteTexts['animal'] = {
  title: (name) => `Adotta ${name}`,
  adoptedTitle: (name) => `${name} ha trovato una famiglia`,
  foundHome: (name) => `${name} ha trovato casa.`,
  othersWait: 'Altri aspettano ancora.',
  meetOthers: 'Conosci gli altri',
  about: (name) => `Informazioni su ${name}`,
  waitingFor: (wait) => `aspetta da ${wait}`,
  getsAlong: 'Va d’accordo con',
  not: 'Non:',
  houseTrained: 'Vive bene in casa',
  share: 'Condividi',
  shareSubject: (name) => `Ti presento ${name}`,
  apply: 'Richiedi l’adozione',
  ask: 'Fai una domanda',
  askSubject: (name, id) => `${name} (n. ${id})`,
  askText: (name, url) => `Buongiorno,\n\nvorrei conoscere ${name}: ${url}\n\n`,
  onHold: (name) =>
    `Per ${name} c’è già un’adozione in corso. Puoi comunque fare richiesta, nel caso non andasse in porto.`,
  tenMinutes: 'Bastano circa dieci minuti, e non serve un account.',
  kennelCard: 'Stampa la scheda',
  sex: 'Sesso',
  size: 'Taglia',
  coat: 'Pelo',
  colours: (count) => (count > 1 ? 'Colori' : 'Colore'),
  fee: 'Contributo di adozione',
  health: 'Salute',
  specialNeeds: 'Esigenze particolari',
  breed: 'Razza',
  age: 'Età',
  and,
  neutered: (sex, is) =>
    is
      ? agreeing(sex, 'sterilizzato', 'sterilizzata')
      : agreeing(sex, 'non sterilizzato', 'non sterilizzata'),
  vaccinated: (sex, is) =>
    is
      ? agreeing(sex, 'Vaccinato', 'Vaccinata')
      : agreeing(sex, 'Non ancora vaccinato', 'Non ancora vaccinata'),
  declawed: () => 'artigli rimossi',
  story: () => 'La sua storia',
  comesWith: (names) => `Si adotta insieme a ${names}`,
  video: (at) => (at === undefined ? 'Guarda il video' : `Guarda il video ${at}`),
  tags: 'Etichette',
  policy: 'Come funziona qui l’adozione',
}

const card: SiteTexts['card'] = {
  title: (name) => `Scheda di ${name}`,
  manyTitle: 'Schede',
  scan: (name) => `Scansiona per conoscere ${name}`,
  number: (id) => `N. ${id}`,
  print: (link) => `Stampa questa pagina, oppure ${link}.`,
  back: 'torna all’animale',
  code: 'Codice QR che porta alla pagina di questo animale',
}

export const italian: SiteTexts = {
  ...{ number, animals, layout, home, list, filter, animal, card },
  ...italianForms,
}
