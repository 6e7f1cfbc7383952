import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('pt-PT')

const apply: FormTexts['apply'] = {
  title: (name) => `Pedido para adotar ${name}`,
  notSent: (title) => `Não enviado: ${title}`,
  lead: (shelter) =>
    `Demora cerca de dez minutos, e não precisa de conta. As suas respostas são enviadas a ${shelter} e não são publicadas.`,
  carers: () => 'quem cuida deste animal',
  onHold:
    'Neste momento, outra pessoa está primeiro. Pode pedir a adoção na mesma, para o caso de o outro pedido não se concretizar.',
  aboutYou: 'Sobre si',
  questions: 'Algumas perguntas',
  name: 'O seu nome',
  email: 'Endereço de e-mail',
  phone: 'Número de telefone',
  optional: '(opcional)',
  yes: 'Sim',
  no: 'Não',
  noAnswer: 'Sem resposta',
  choose: 'Escolha',
  trap: 'Deixe este campo vazio',
  privacy: (days) =>
    `Usamos os seus dados apenas para decidir sobre esta adoção e para entrar em contacto consigo a este respeito. Os dados do seu pedido são apagados ${count(days, 'dia', 'dias')} depois de este ser encerrado.`,
  send: 'Enviar o pedido',
  afterwards: 'Receberá um link com o qual pode seguir ou retirar o seu pedido.',
  error: 'Erro:',
  toCorrect: (faults) =>
    faults === 1 ? 'Por favor, verifique uma resposta.' : `Por favor, verifique ${number(faults)} respostas.`,
  nothingSent: 'O seu pedido não foi enviado.',
  stale: 'Esta página esteve aberta mais de um dia. Por favor, verifique as suas respostas e envie-as de novo.',
  paused:
    'Estamos a trabalhar neste site e agora não podemos receber pedidos. As suas respostas continuam aqui: mantenha esta página aberta, e envie-as de novo daqui a pouco.',
  quick: 'Ninguém escreve tão depressa. Por favor, verifique as suas respostas e envie-as de novo.',
  trapped:
    'Foi preenchido um campo que os visitantes não veem, talvez pelo seu navegador. Já está vazio outra vez: por favor, verifique as suas respostas e envie-as mais uma vez.',
  formChanged:
    'As perguntas mudaram desde que abriu esta página. Por favor, verifique as suas respostas e envie-as de novo.',
  tooMany: (wait) =>
    `Recebemos muitos pedidos deste endereço de e-mail ou da sua rede. Poderá enviar este ${wait}: mantenha a página aberta até lá.`,
  inAMinute: 'daqui a um minuto',
  inMinutes: (minutes) => `daqui a ${count(minutes, 'minuto', 'minutos')}`,
  inHours: (hours) => `daqui a ${count(hours, 'hora', 'horas')}`,
  sentBefore: (link) => `Já enviou um pedido a partir desta página: ${link}. Para enviar também este, envie-o de novo.`,
  sentBeforeLink: 'veja em que ponto está',
  closed: (name) => `${name} encontrou um lar.`,
  closedMeanwhile: 'Aconteceu enquanto escrevia, por isso nada foi enviado.',
  closedBefore: 'Por isso, já não é possível pedir a adoção.',
  othersWait: 'Outros ainda estão à sua espera.',
  meetAnimals: 'Conhecer os animais',
  pausedTitle: 'Os pedidos estão suspensos.',
  pausedFor: (name) =>
    `Estamos a trabalhar neste site, por isso agora não pode pedir a adoção de ${name}. Por favor, volte daqui a pouco.`,
  tryAgain: 'Tentar novamente',
  backTo: (name) => `Voltar a ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Por favor, responda a esta pergunta.',
    longText: 'Por favor, responda a esta pergunta.',
    choice: 'Escolha uma resposta.',
    choices: 'Escolha pelo menos uma resposta.',
    yesNo: 'Escolha sim ou não.',
    number: 'Escreva um número.',
    date: 'Escreva uma data.',
    email: 'Escreva o seu endereço de e-mail.',
    phone: 'Escreva um número de telefone.',
  },
  wrong: {
    text: 'Use uma só linha de texto simples.',
    longText: 'Use texto simples: alguns destes caracteres não podem ser mostrados.',
    choice: 'Escolha uma das respostas.',
    choices: 'Escolha entre as respostas, cada uma só uma vez.',
    yesNo: 'Escolha sim ou não.',
    number: 'Escreva um número em algarismos, como 2 ou 2,5.',
    date: 'Escreva uma data que exista, como 2026-11-22.',
    email: 'Escreva um endereço de e-mail completo, como nome@example.org.',
    phone: 'Escreva um número de telefone em algarismos, como +351 21 000 0000.',
  },
  name: 'Escreva o seu nome.',
  webAddress: 'Escreva o seu nome sem um endereço web.',
  tooLong: (most, length) => `Use no máximo ${number(most)} caracteres. Tem ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Recebido',
    now: `${they} recebeu o seu pedido.`,
    next: 'Alguém o vai ler, e depois escrever-lhe ou telefonar-lhe. Até lá, não precisa de fazer nada.',
  },
  inReview: {
    label: 'Em análise',
    now: `${they} está a ler o seu pedido.`,
    next: 'Talvez lhe façam algumas perguntas. Se tudo parecer certo, receberá um convite para se conhecerem.',
  },
  meetAndGreet: {
    label: 'Encontro',
    now: `${they} gostaria de lhe apresentar ${who}.`,
    next: 'Combine um dia, e venha com todas as pessoas que vivem consigo.',
  },
  homeVisit: {
    label: 'Visita a casa',
    now: `${they} gostaria de visitar a sua casa.`,
    next: 'Combine um dia. A visita é sobre aquilo de que o animal precisa, por isso não tem de arrumar a casa.',
  },
  referenceCheck: {
    label: 'Referências',
    now: `${they} está a contactar as suas referências.`,
    next: 'Terá notícias quando tivermos falado com as pessoas que indicou.',
  },
  approved: {
    label: 'Aprovado',
    now: `Boas notícias: pode adotar ${who}.`,
    next: 'Entraremos em contacto para combinar o dia, o contrato e a viagem para casa.',
  },
  declined: {
    label: 'Não aceite',
    now: `Lamentamos. ${they} decidiu não avançar com o seu pedido.`,
    next: 'Obrigado por ter oferecido um lar. Se quiser saber o motivo, pergunte, por favor. Outros ainda estão à espera, e pode fazer um novo pedido quando quiser.',
  },
  withdrawn: {
    label: 'Retirado',
    now: 'Este pedido foi retirado.',
    next: 'Se mudar de ideias, pode fazer um novo pedido.',
  },
})

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adoção concluída',
    now: `Parabéns: ${who} encontrou um lar consigo.`,
    next: 'Se tiver perguntas ou preocupações, contacte-nos, por favor.',
  },
  returned: {
    label: 'Encerrado',
    now: `A adoção terminou: ${who} está de volta.`,
    next: 'Não precisa de fazer mais nada. Se houver algo que devamos saber, telefone ou escreva, por favor.',
  },
  cancelled: {
    label: 'Encerrado',
    now: 'Esta adoção não se vai realizar.',
    next: `Se for uma surpresa, contacte-nos, por favor. ${they} pode dizer-lhe mais.`,
  },
})

const application: FormTexts['application'] = {
  people: (shelter) => `A equipa de ${shelter}`,
  someone: 'A equipa do abrigo',
  theAnimal: 'o animal',
  statuses,
  outcomes,
  steps: ['Recebido', 'Análise', 'Encontro', 'Decisão'],
  stepsLabel: 'Passos',
  done: '(feito)',
  title: (status, name) => `${status}: o seu pedido${name === undefined ? '' : ` para adotar ${name}`}`,
  heading: (name) => `O seu pedido${name === undefined ? '' : ` para adotar ${name}`}`,
  next: 'O que acontece a seguir',
  others: 'Ver outros animais',
  sent: 'Obrigado. O seu pedido foi enviado.',
  mailed: (email) => `Vamos enviar o endereço desta página para ${email}. Com ele pode voltar aqui:`,
  notMailed: 'Guarde o endereço desta página. É a única forma de voltar aqui:',
  foundHome: (name, link) =>
    `Entretanto, ${name} encontrou um lar. Pode esperar por uma resposta, ou pedir a adoção de ${link}.`,
  foundHomeLink: 'outro animal',
  aside: 'Sobre o animal e o abrigo',
  times: (sent, changed) =>
    `Enviado em ${sent}${changed === undefined ? '' : `, última alteração em ${changed}`}. Só o podem ver as pessoas que têm o endereço desta página.`,
  changedMind: 'Mudou de ideias?',
  changedMindText: 'Não faz mal. Ajuda a todos se nos disser.',
  withdrawPaused:
    'Estamos a trabalhar neste site, por isso agora não pode retirar o pedido. Por favor, volte daqui a pouco.',
  withdraw: 'Retirar o pedido',
  withdrawTitle: (name) => `Retirar o seu pedido${name === undefined ? '' : ` para adotar ${name}`}?`,
  withdrawText: 'Avisaremos as pessoas que o têm. Não pode ser desfeito, mas pode fazer um novo pedido.',
  withdrawPrivacy: (days) =>
    `Um pedido retirado fica encerrado. Os seus dados pessoais são apagados ${count(days, 'dia', 'dias')} depois.`,
  withdrawIt: 'Retirar',
  keepIt: 'Não retirar',
  withdrawPausedTitle: 'Agora não pode retirar o seu pedido.',
  withdrawPausedText: 'Estamos a trabalhar neste site, e nada foi alterado. Por favor, volte daqui a pouco.',
  back: 'Voltar ao pedido',
  erased: 'Este pedido foi apagado.',
  erasedText: 'Já não temos o seu nome, nem os seus contactos, nem as suas respostas.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Página inicial',
  meetAnimals: 'Conhecer os animais',
  tryAgain: 'Tentar novamente',
  notSent: 'Nada foi enviado.',
  otherSite: 'O formulário veio de outro site. Por favor, abra a página de novo, e envie-o a partir daí.',
  tooLarge: 'Era demasiado longo. Volte atrás, encurte as respostas mais longas, e envie-o de novo.',
  unknownFormat:
    'Não conseguimos ler este formato. Por favor, abra a página de novo, e envie o formulário a partir daí.',
  lost: 'Esta página perdeu-se.',
  lostText: 'Talvez tenha mudado de sítio, ou o endereço não esteja bem certo. Os animais continuam aqui.',
  wait: 'Um momento, por favor.',
  waitText: (time) =>
    `Foram abertas muitas páginas a partir da sua rede em pouco tempo. Por favor, tente novamente daqui a ${time}.`,
  aMoment: 'um momento',
  seconds: (value) => count(value, 'segundo', 'segundos'),
  minutes: (value) => count(value, 'minuto', 'minutos'),
  hours: (value) => count(value, 'hora', 'horas'),
  failed: 'Agora não podemos mostrar esta página.',
  failedText: 'A culpa é nossa, não sua. Por favor, tente novamente daqui a um momento.',
  unreadable: 'Não conseguimos ler este endereço.',
  unreadableText: 'Há algo nele que não está certo. Por favor, verifique-o, ou comece de novo.',
  adopted: 'Este animal encontrou um lar.',
  adoptedText: 'Foi há algum tempo, por isso a página já não existe. Outros ainda estão à sua espera.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site}: animais para adoção`,
  about:
    'Um serviço para abrigos: animais, as suas fotos e adoções, com uma API, uma consola para a equipa e um site público.',
  heading: 'Um lar para todos os que esperam por um.',
  text: 'Este é um serviço de adoção de animais. Os abrigos gerem aqui os seus animais, fotos e adoções, e mostram os animais a quem procura um.',
  becomesSite: 'Assim que um animal for publicado, esta página torna-se o site de adoção.',
  console: 'Consola',
  consoleText: 'Para a equipa: adicionar animais, publicá-los e seguir cada adoção.',
  reference: 'Referência da API',
  referenceText: 'Para programadores: todas as operações, para experimentar no navegador.',
  guide: 'Primeiro pedido',
  guideText: 'De uma chave à primeira lista de animais em cinco minutos.',
  site: 'Site de adoção',
  siteText: 'O que os visitantes veem. Ainda não há animais publicados.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': 'Como é a sua casa?',
  House: 'Moradia',
  Flat: 'Apartamento',
  Farm: 'Quinta',
  Other: 'Outra',
  'Do you have a garden?': 'Tem jardim?',
  'If you rent: does your landlord allow animals?': 'Se a casa é arrendada: o senhorio permite animais?',
  'Who lives in your home?': 'Quem vive em sua casa?',
  'Adults, children and their ages, other animals.': 'Adultos, crianças e as suas idades, outros animais.',
  'Which animals have you cared for before?': 'De que animais já cuidou?',
  'For how many hours a day would the animal be alone?': 'Quantas horas por dia estaria o animal sozinho?',
  'Why would you like to adopt?': 'Porque gostaria de adotar?',
}

export const portugueseForms: FormTexts = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}
