import { counting } from '../../../animals/profiles/labels.ts'
import type { Sex } from '../../../animals/profiles/profile-values.ts'
import type { SiteTexts } from './english.ts'
import { portugueseForms } from './portuguese-forms.ts'

const { number, count, and } = counting('pt-PT')

/** A word that agrees with the sex of an animal; with an unknown one as with `animal`. */
const agreeing = (sex: Sex | null, male: string, female: string): string =>
  sex === 'female' ? female : male

const animals: SiteTexts['animals'] = {
  language: 'pt',
  species: {
    dog: { one: 'Cão', many: 'Cães' },
    cat: { one: 'Gato', many: 'Gatos' },
    rabbit: { one: 'Coelho', many: 'Coelhos' },
    smallFurry: { one: 'Animal pequeno', many: 'Animais pequenos' },
    bird: { one: 'Ave', many: 'Aves' },
    horse: { one: 'Cavalo', many: 'Cavalos' },
    reptile: { one: 'Réptil', many: 'Répteis' },
    fish: { one: 'Peixe', many: 'Peixes' },
    barnyard: { one: 'Animal de quinta', many: 'Animais de quinta' },
    other: { one: 'Outro animal', many: 'Outros animais' },
  },
  sex: { female: 'Fêmea', male: 'Macho' },
  size: { small: 'Pequeno', medium: 'Médio', large: 'Grande', extraLarge: 'Muito grande' },
  ageBand: {
    ...{ baby: 'Menos de 1 ano', young: 'De 1 a 2 anos', adult: 'De 3 a 7 anos' },
    senior: '8 anos ou mais',
  },
  coat: {
    ...{ hairless: 'Sem pelo', short: 'Curta', medium: 'Média', long: 'Longa' },
    ...{ wire: 'Cerdosa', curly: 'Encaracolada' },
  },
  companion: { children: 'Crianças', dogs: 'Cães', cats: 'Gatos' },
  status: { available: 'Disponível', pending: 'Com reserva', sold: 'Já tem família' },
  anyAnimal: 'Animal',
  twoBreeds: and,
  mixedBreed: (kind) => `${kind}, sem raça definida`,
  mix: (breed) => `Cruzamento de ${breed}`,
  underOneMonth: 'menos de 1 mês',
  weeks: (value) => count(value, 'semana', 'semanas'),
  months: (value) => count(value, 'mês', 'meses'),
  years: (value) => count(value, 'ano', 'anos'),
  yearAndMonths: (year, months) => `${year} e ${months}`,
  about: (age) => `cerca de ${age}`,
  noFee: 'Nenhuma',
  away: (distance) => `a ${distance}`,
  underAway: (distance) => `a menos de ${distance}`,
}

const layout: SiteTexts['layout'] = {
  siteName: 'Adoção de animais',
  skip: 'Ir para o conteúdo',
  mainMenu: 'Menu principal',
  adopt: 'Adotar',
  how: 'Como funciona',
  visit: 'Visite-nos',
  footer: 'Mais',
  allAnimals: 'Todos os animais',
  feed: 'Novidades',
  developers: 'Para programadores',
  staff: 'Para a equipa',
  language: 'Idioma',
  machineTranslated:
    'Esta página foi traduzida automaticamente. Se algo soar estranho, diga-nos, por favor.',
  breadcrumb: 'Caminho de navegação',
  noPhoto: 'Ainda sem foto',
  photoOf: (name) => `Foto de ${name}`,
  numberedPhoto: (at, name) => `Foto ${at} de ${name}`,
}

const home: SiteTexts['home'] = {
  title: (site, city) => `${site}: adote um animal${city === undefined ? '' : ` em ${city}`}`,
  heading: 'Há aqui alguém à espera de ir para casa consigo.',
  waiting: (total, city) =>
    `${count(total, 'animal procura', 'animais procuram')} uma família${city === undefined ? '' : ` em ${city}`}.`,
  meet: 'Venha conhecê-los, e vejamos juntos se foram feitos um para o outro.',
  picks: 'Quem está à espera',
  everyone: 'Todos',
  withChildren: 'Bons com crianças',
  seniors: 'Seniores',
  longest: 'Há mais tempo à espera',
  newest: 'Recém-chegados',
  waitingLongest: 'Os que esperam há mais tempo',
  seeAll: 'Ver todos',
  steps: [
    [
      'Encontre o seu companheiro',
      'Veja com calma, e leia o que escreveram as pessoas que cuidam deles todos os dias.',
    ],
    [
      'Peça a adoção',
      'Diga-nos quem é e como vive. Demora cerca de dez minutos, e não precisa de conta.',
    ],
    [
      'Conheçam-se',
      'Passe por cá, demore o tempo que quiser, e volte. Tem de ser bom para os dois.',
    ],
    [
      'Para casa, juntos',
      'Ajudamos nos primeiros dias, e depois continuamos aqui para as suas perguntas.',
    ],
  ],
}

const list: SiteTexts['list'] = {
  title: (kind, shelter) => `${kind} para adoção${shelter === undefined ? '' : ` em ${shelter}`}`,
  animals: 'Animais',
  about: (kind, place) =>
    `${kind} que procuram um lar em ${place}. Conheça-os, e encontre o que é certo para si.`,
  count: (total) => count(total, 'animal', 'animais'),
  moreThan: (total) => `Mais de ${count(total, 'animal', 'animais')}`,
  newAnimals: 'Novos animais',
  kinds: 'Tipos de animais',
  removeFilter: 'Remover o filtro:',
  clear: 'Limpar tudo',
  goodWith: (companions) => `Dá-se bem com ${companions.join(' e ')}`,
  goodWithOne: { children: 'crianças', dogs: 'cães', cats: 'gatos' },
  noSpecialNeeds: 'Sem necessidades especiais',
  someShelters: 'Alguns abrigos',
  within: (distance, place) => `A menos de ${distance} de ${place}`,
  near: (place) => `Perto de ${place}`,
  noMatch: 'Nenhum animal corresponde a estes filtros.',
  noMatchAdvice: 'Remova um filtro, ou veja todos os animais.',
  none: 'Todos encontraram um lar.',
  noneAdvice: 'De momento, nenhum animal está à espera. Volte em breve: raramente dura muito.',
  showEveryone: 'Ver todos os animais',
  pages: 'Páginas',
  firstPage: 'Primeira página',
  more: 'Mais animais',
  ignored: (value, filter) =>
    `Não reconhecemos «${value}»${filter === undefined ? '' : ` (${filter})`}, por isso não o tivemos em conta.`,
  noPlace: (place) =>
    `Não encontrámos nenhum abrigo em «${place}». Experimente uma cidade ou um código postal.`,
  noPage: 'Essa página já não existe, por isso esta é a primeira.',
  waiting: (wait) => `À espera há ${wait}`,
  bonded: 'Inseparáveis',
}

const filter: SiteTexts['filter'] = {
  search: 'Procurar',
  searchHint: 'Nome, raça ou carácter',
  species: 'Espécie',
  breed: 'Raça',
  tag: 'Etiqueta',
  shelter: 'Abrigo',
  near: 'Perto de',
  nearHint: 'Cidade ou código postal',
  within: 'Distância',
  anyDistance: 'Qualquer distância',
  order: 'Ordem',
  bestMatch: 'Mais relevantes',
  newestFirst: 'Mais recentes primeiro',
  waitingLongest: 'Há mais tempo à espera',
  name: 'Nome',
  nearest: 'Mais próximos',
  show: 'Ver animais',
  more: 'Mais filtros',
  age: 'Idade',
  size: 'Porte',
  sex: 'Sexo',
  any: 'Qualquer',
  availability: 'Disponibilidade',
  goodWith: 'Dá-se bem com',
  also: 'E também',
  houseTrained: 'Vive bem em casa',
  specialNeeds: 'Necessidades especiais',
}

const animal: SiteTexts['animal'] = {
  title: (name) => `Adote ${name}`,
  adoptedTitle: (name) => `${name} já tem família`,
  foundHome: (name) => `${name} encontrou um lar.`,
  othersWait: 'Outros ainda estão à espera de um.',
  meetOthers: 'Conhecer os outros',
  about: (name) => `Sobre ${name}`,
  waitingFor: (wait) => `à espera há ${wait}`,
  getsAlong: 'Dá-se bem com',
  not: 'Não:',
  houseTrained: 'Vive bem em casa',
  share: 'Partilhar',
  shareSubject: (name) => `Apresento-lhe ${name}`,
  apply: 'Pedir a adoção',
  ask: 'Perguntar',
  askSubject: (name, id) => `${name} (n.º ${id})`,
  askText: (name, url) => `Olá,\n\nGostaria de conhecer ${name}: ${url}\n\n`,
  onHold: (name) =>
    `${name} tem uma reserva de outra pessoa. Pode pedir a adoção na mesma, para o caso de a reserva não se concretizar.`,
  tenMinutes: 'Demora cerca de dez minutos, e não precisa de conta.',
  kennelCard: 'Imprimir a ficha',
  sex: 'Sexo',
  size: 'Porte',
  coat: 'Pelagem',
  colours: (count) => (count > 1 ? 'Cores' : 'Cor'),
  fee: 'Taxa de adoção',
  health: 'Saúde',
  specialNeeds: 'Necessidades especiais',
  breed: 'Raça',
  age: 'Idade',
  and,
  neutered: (sex, is) =>
    is
      ? agreeing(sex, 'esterilizado', 'esterilizada')
      : agreeing(sex, 'não esterilizado', 'não esterilizada'),
  vaccinated: (sex, is) =>
    is
      ? agreeing(sex, 'Vacinado', 'Vacinada')
      : agreeing(sex, 'Ainda não vacinado', 'Ainda não vacinada'),
  declawed: () => 'sem garras',
  // “A sua história” could be that of the reader.
  story: () => 'História',
  comesWith: (names) => `Adota-se em conjunto com ${names}`,
  video: (at) => (at === undefined ? 'Vídeo' : `Vídeo ${at}`),
  tags: 'Etiquetas',
  policy: 'Como funciona aqui a adoção',
}

const card: SiteTexts['card'] = {
  title: (name) => `Ficha de ${name}`,
  manyTitle: 'Fichas',
  scan: (name) => `Digitalize para conhecer ${name}`,
  number: (id) => `N.º ${id}`,
  print: (link) => `Imprima esta página, ou ${link}.`,
  back: 'volte ao animal',
  code: 'Código QR que leva à página deste animal',
}

export const portuguese: SiteTexts = {
  ...{ number, animals, layout, home, list, filter, animal, card },
  ...portugueseForms,
}
