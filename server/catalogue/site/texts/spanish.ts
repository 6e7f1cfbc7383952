import { counting } from '../../../animals/profiles/labels.ts'
import type { Sex } from '../../../animals/profiles/profile-values.ts'
import type { SiteTexts } from './english.ts'
import { spanishForms } from './spanish-forms.ts'

const { number, count, and } = counting('es')

/** A word that agrees with the sex of an animal; with an unknown one as with `animal`. */
const agreeing = (sex: Sex | null, male: string, female: string): string =>
  sex === 'female' ? female : male

const animals: SiteTexts['animals'] = {
  language: 'es',
  species: {
    dog: { one: 'Perro', many: 'Perros' },
    cat: { one: 'Gato', many: 'Gatos' },
    rabbit: { one: 'Conejo', many: 'Conejos' },
    smallFurry: { one: 'Animal pequeño', many: 'Animales pequeños' },
    bird: { one: 'Ave', many: 'Aves' },
    horse: { one: 'Caballo', many: 'Caballos' },
    reptile: { one: 'Reptil', many: 'Reptiles' },
    fish: { one: 'Pez', many: 'Peces' },
    barnyard: { one: 'Animal de granja', many: 'Animales de granja' },
    other: { one: 'Otro animal', many: 'Otros animales' },
  },
  sex: { female: 'Hembra', male: 'Macho' },
  size: { small: 'Pequeño', medium: 'Mediano', large: 'Grande', extraLarge: 'Muy grande' },
  ageBand: {
    ...{ baby: 'Menos de 1 año', young: 'De 1 a 2 años', adult: 'De 3 a 7 años' },
    senior: '8 años o más',
  },
  coat: {
    ...{ hairless: 'Sin pelo', short: 'Corto', medium: 'Medio', long: 'Largo' },
    ...{ wire: 'Duro', curly: 'Rizado' },
  },
  companion: { children: 'Niños', dogs: 'Perros', cats: 'Gatos' },
  status: { available: 'Disponible', pending: 'En reserva', sold: 'Ya tiene familia' },
  anyAnimal: 'Animal',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, sin raza definida`,
  mix: (breed) => `Cruce de ${breed}`,
  underOneMonth: 'menos de 1 mes',
  weeks: (value) => count(value, 'semana', 'semanas'),
  months: (value) => count(value, 'mes', 'meses'),
  years: (value) => count(value, 'año', 'años'),
  yearAndMonths: (year, months) => `${year} y ${months}`,
  about: (age) => `alrededor de ${age}`,
  noFee: 'Ninguna',
  away: (distance) => `a ${distance}`,
  underAway: (distance) => `a menos de ${distance}`,
}

const layout: SiteTexts['layout'] = {
  siteName: 'Adopción de animales',
  skip: 'Ir al contenido',
  mainMenu: 'Principal',
  adopt: 'Adoptar',
  how: 'Cómo funciona',
  visit: 'Visítanos',
  footer: 'Más',
  allAnimals: 'Todos los animales',
  feed: 'Novedades',
  developers: 'Para desarrolladores',
  staff: 'Para el personal',
  language: 'Idioma',
  machineTranslated:
    'Esta página se ha traducido automáticamente. Si algo suena raro, por favor, dínoslo.',
  breadcrumb: 'Ruta de navegación',
  noPhoto: 'Todavía no hay foto',
  photoOf: (name) => `Foto de ${name}`,
  numberedPhoto: (at, name) => `Foto ${at} de ${name}`,
}

const home: SiteTexts['home'] = {
  title: (site, city) => `${site}: adopta un animal${city === undefined ? '' : ` en ${city}`}`,
  heading: 'Aquí hay alguien que quiere irse a casa contigo.',
  waiting: (total, city) =>
    `${count(total, 'animal busca', 'animales buscan')} una familia${city === undefined ? '' : ` en ${city}`}.`,
  meet: 'Ven a conocerlos, y descubramos juntos quién encaja contigo.',
  picks: 'Quién está esperando',
  everyone: 'Todos',
  withChildren: 'Buenos con niños',
  seniors: 'Mayores',
  longest: 'Los que más esperan',
  newest: 'Recién llegados',
  waitingLongest: 'Los que más tiempo llevan esperando',
  seeAll: 'Ver todos',
  steps: [
    [
      'Encuentra a tu compañero',
      'Mira con calma y lee lo que han escrito las personas que los cuidan cada día.',
    ],
    [
      'Solicita la adopción',
      'Cuéntanos quién eres y cómo vives. Se tarda unos diez minutos y no hace falta crear una cuenta.',
    ],
    ['Ven a conocerlo', 'Pásate, tómate tu tiempo y vuelve. Tiene que ser bueno para los dos.'],
    [
      'A casa juntos',
      'Te ayudamos en los primeros días, y después seguimos aquí para tus preguntas.',
    ],
  ],
}

const list: SiteTexts['list'] = {
  title: (kind, shelter) => `${kind} en adopción${shelter === undefined ? '' : ` en ${shelter}`}`,
  animals: 'Animales',
  about: (kind, place) => `${kind} que buscan un hogar en ${place}. Conócelos y encuentra el tuyo.`,
  count: (total) => count(total, 'animal', 'animales'),
  moreThan: (total) => `Más de ${count(total, 'animal', 'animales')}`,
  newAnimals: 'Nuevos animales',
  kinds: 'Tipos de animales',
  removeFilter: 'Quitar el filtro:',
  clear: 'Quitar todos',
  goodWith: (companions) => `Se lleva bien con ${companions.join(' y ')}`,
  goodWithOne: { children: 'niños', dogs: 'perros', cats: 'gatos' },
  noSpecialNeeds: 'Sin necesidades especiales',
  someShelters: 'Algunas protectoras',
  within: (distance, place) => `A menos de ${distance} de ${place}`,
  near: (place) => `Cerca de ${place}`,
  noMatch: 'Ningún animal coincide con estos filtros.',
  noMatchAdvice: 'Quita un filtro o mira todos los animales.',
  none: 'Todos han encontrado un hogar.',
  noneAdvice: 'Ahora mismo no espera ningún animal. Vuelve pronto: rara vez dura mucho.',
  showEveryone: 'Ver todos',
  pages: 'Páginas',
  firstPage: 'Primera página',
  more: 'Más animales',
  ignored: (value, filter) =>
    `No reconocemos «${value}»${filter === undefined ? '' : ` (${filter})`}, así que no lo hemos tenido en cuenta.`,
  noPlace: (place) =>
    `No hemos encontrado ninguna protectora en «${place}». Prueba con una ciudad o un código postal.`,
  noPage: 'Esa página ya no existe; esta es la primera.',
  waiting: (wait) => `Espera desde hace ${wait}`,
  bonded: 'Inseparables',
}

const filter: SiteTexts['filter'] = {
  search: 'Buscar',
  searchHint: 'Nombre, raza o carácter',
  species: 'Especie',
  breed: 'Raza',
  tag: 'Etiqueta',
  shelter: 'Protectora',
  near: 'Cerca de',
  nearHint: 'Ciudad o código postal',
  within: 'Distancia',
  anyDistance: 'Cualquier distancia',
  order: 'Orden',
  bestMatch: 'Mejor coincidencia',
  newestFirst: 'Los más recientes primero',
  waitingLongest: 'Los que más esperan',
  name: 'Nombre',
  nearest: 'Los más cercanos',
  show: 'Ver animales',
  more: 'Más filtros',
  age: 'Edad',
  size: 'Tamaño',
  sex: 'Sexo',
  any: 'Cualquiera',
  availability: 'Disponibilidad',
  goodWith: 'Se lleva bien con',
  also: 'Además',
  houseTrained: 'Hace sus necesidades fuera',
  specialNeeds: 'Necesidades especiales',
}

const animal: SiteTexts['animal'] = {
  title: (name) => `Adopta a ${name}`,
  adoptedTitle: (name) => `${name} ya tiene familia`,
  foundHome: (name) => `${name} ha encontrado un hogar.`,
  othersWait: 'Otros todavía esperan el suyo.',
  meetOthers: 'Conocer a los demás',
  about: (name) => `Sobre ${name}`,
  waitingFor: (wait) => `espera desde hace ${wait}`,
  getsAlong: 'Se lleva bien con',
  not: 'No:',
  houseTrained: 'Hace sus necesidades fuera',
  share: 'Compartir',
  shareSubject: (name) => `Te presento a ${name}`,
  apply: 'Solicitar la adopción',
  ask: 'Preguntar',
  askSubject: (name, id) => `${name} (n.º ${id})`,
  askText: (name, url) => `Hola:\n\nMe gustaría conocer a ${name}: ${url}\n\n`,
  onHold: (name) =>
    `${name} está en reserva para otra persona. Puedes solicitar la adopción de todos modos, por si la reserva no sale adelante.`,
  tenMinutes: 'Se tarda unos diez minutos y no hace falta crear una cuenta.',
  kennelCard: 'Imprimir la ficha',
  sex: 'Sexo',
  size: 'Tamaño',
  coat: 'Pelo',
  colours: (count) => (count > 1 ? 'Colores' : 'Color'),
  fee: 'Tasa de adopción',
  health: 'Salud',
  specialNeeds: 'Necesidades especiales',
  breed: 'Raza',
  age: 'Edad',
  and,
  neutered: (sex, is) => (is ? agreeing(sex, 'esterilizado', 'esterilizada') : 'sin esterilizar'),
  vaccinated: (sex, is) => (is ? agreeing(sex, 'Vacunado', 'Vacunada') : 'Todavía sin vacunar'),
  declawed: () => 'sin uñas',
  story: () => 'Su historia',
  comesWith: (names) => `Se adopta junto con ${names}`,
  video: (at) => (at === undefined ? 'Vídeo' : `Vídeo ${at}`),
  tags: 'Etiquetas',
  policy: 'Cómo funciona aquí la adopción',
}

const card: SiteTexts['card'] = {
  title: (name) => `Ficha de ${name}`,
  manyTitle: 'Fichas',
  scan: (name) => `Escanea para conocer a ${name}`,
  number: (id) => `N.º ${id}`,
  print: (link) => `Imprime esta página o ${link}.`,
  back: 'vuelve a la página del animal',
  code: 'Código QR que lleva a la página de este animal',
}

export const spanish: SiteTexts = {
  ...{ number, animals, layout, home, list, filter, animal, card },
  ...spanishForms,
}
