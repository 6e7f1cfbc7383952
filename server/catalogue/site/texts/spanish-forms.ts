import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('es')

const apply: FormTexts['apply'] = {
  title: (name) => `Solicitud para adoptar a ${name}`,
  notSent: (title) => `No enviada: ${title}`,
  lead: (shelter) =>
    `Se tarda unos diez minutos y no hace falta crear una cuenta. Tus respuestas llegan a ${shelter} y no se publican.`,
  carers: (sex) =>
    sex === null ? 'las personas que cuidan al animal' : `las personas que ${sex === 'female' ? 'la' : 'lo'} cuidan`,
  onHold:
    'En este momento otra persona tiene prioridad. Puedes enviar tu solicitud de todos modos, por si la otra no sale adelante.',
  aboutYou: 'Sobre ti',
  questions: 'Algunas preguntas',
  name: 'Tu nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  optional: '(opcional)',
  yes: 'Sí',
  no: 'No',
  noAnswer: 'Sin respuesta',
  choose: 'Elige una opción',
  trap: 'Deja este campo vacío',
  privacy: (days) =>
    `Usamos tus datos solo para decidir sobre esta adopción y para ponernos en contacto contigo por este motivo. Los datos de tu solicitud se borran ${count(days, 'día', 'días')} después de cerrarla.`,
  send: 'Enviar la solicitud',
  afterwards: 'Recibirás un enlace con el que podrás seguir tu solicitud o retirarla.',
  error: 'Error:',
  toCorrect: (faults) =>
    faults === 1 ? 'Por favor, revisa una respuesta.' : `Por favor, revisa ${number(faults)} respuestas.`,
  nothingSent: 'Tu solicitud no se ha enviado.',
  stale: 'Esta página ha estado abierta más de un día. Por favor, revisa tus respuestas y envíalas de nuevo.',
  paused:
    'Estamos trabajando en este sitio y ahora no podemos recibir solicitudes. Tus respuestas siguen aquí: deja esta página abierta y envíalas de nuevo dentro de un rato.',
  quick: 'Nadie escribe tan rápido. Por favor, revisa tus respuestas y envíalas de nuevo.',
  trapped:
    'Se ha rellenado un campo que los visitantes no ven, quizá por obra de tu navegador. Ya está vacío: por favor, revisa tus respuestas y envíalas una vez más.',
  formChanged:
    'Las preguntas han cambiado desde que abriste esta página. Por favor, revisa tus respuestas y envíalas de nuevo.',
  tooMany: (wait) =>
    `Hemos recibido muchas solicitudes de esta dirección de correo o de tu red. Podrás enviar esta ${wait}: deja esta página abierta hasta entonces.`,
  inAMinute: 'dentro de un minuto',
  inMinutes: (minutes) => `dentro de ${count(minutes, 'minuto', 'minutos')}`,
  inHours: (hours) => `dentro de ${count(hours, 'hora', 'horas')}`,
  sentBefore: (link) =>
    `Ya has enviado una solicitud desde esta página: ${link}. Para enviar también esta, envíala de nuevo.`,
  sentBeforeLink: 'mira cómo va',
  closed: (name) => `${name} ha encontrado un hogar.`,
  closedMeanwhile: 'Ha ocurrido mientras escribías, así que no se ha enviado nada.',
  closedBefore: 'Por eso ya no se aceptan solicitudes.',
  othersWait: 'Otros todavía te esperan.',
  meetAnimals: 'Conocer a los animales',
  pausedTitle: 'Las solicitudes están en pausa.',
  pausedFor: (name) =>
    `Estamos trabajando en este sitio, así que ahora no puedes solicitar la adopción de ${name}. Por favor, vuelve dentro de un rato.`,
  tryAgain: 'Intentarlo de nuevo',
  backTo: (name) => `Volver a ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Por favor, responde a esta pregunta.',
    longText: 'Por favor, responde a esta pregunta.',
    choice: 'Elige una respuesta.',
    choices: 'Elige al menos una respuesta.',
    yesNo: 'Elige sí o no.',
    number: 'Escribe un número.',
    date: 'Escribe una fecha.',
    email: 'Escribe tu correo electrónico.',
    phone: 'Escribe un número de teléfono.',
  },
  wrong: {
    text: 'Usa una sola línea de texto sin formato.',
    longText: 'Usa texto sin formato: algunos de estos caracteres no se pueden mostrar.',
    choice: 'Elige una de las respuestas.',
    choices: 'Elige entre las respuestas, cada una solo una vez.',
    yesNo: 'Elige sí o no.',
    number: 'Escribe un número con cifras, como 2 o 2,5.',
    date: 'Escribe una fecha que exista, como 2026-11-22.',
    email: 'Escribe una dirección de correo completa, como nombre@example.org.',
    phone: 'Escribe un número de teléfono con cifras, como +34 910 000 000.',
  },
  name: 'Escribe tu nombre.',
  webAddress: 'Escribe tu nombre sin una dirección web.',
  tooLong: (most, length) => `Usa como máximo ${number(most)} caracteres. Has escrito ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Recibida',
    now: `${they} tiene tu solicitud.`,
    next: 'Alguien la leerá y después te escribirá o te llamará. Hasta entonces no tienes que hacer nada.',
  },
  inReview: {
    label: 'En revisión',
    now: `${they} está leyendo tu solicitud.`,
    next: 'Es posible que te hagan algunas preguntas. Si todo encaja, te invitarán a conocer al animal.',
  },
  meetAndGreet: {
    label: 'Encuentro',
    now: `${they} quiere que conozcas ${to(who)}.`,
    next: 'Acuerda un día y ven con todas las personas que viven en tu casa.',
  },
  homeVisit: {
    label: 'Visita a casa',
    now: `${they} quiere visitarte en casa.`,
    next: 'Acuerda un día. La visita sirve para ver qué necesita el animal, así que no hace falta que ordenes la casa.',
  },
  referenceCheck: {
    label: 'Referencias',
    now: `${they} está contactando con tus referencias.`,
    next: 'Tendrás noticias cuando hayan hablado con las personas que indicaste.',
  },
  approved: {
    label: 'Aprobada',
    now: `Buenas noticias: puedes adoptar ${to(who)}.`,
    next: 'Se pondrán en contacto contigo para acordar el día, el contrato y el viaje a casa.',
  },
  declined: {
    label: 'No aceptada',
    now: `Lo sentimos. ${they} ha decidido no seguir adelante con tu solicitud.`,
    next: 'Gracias por ofrecer un hogar. Si quieres conocer el motivo, por favor, pregúntalo. Otros todavía esperan, y puedes volver a enviar una solicitud cuando quieras.',
  },
  withdrawn: {
    label: 'Retirada',
    now: 'Esta solicitud se ha retirado.',
    next: 'Si cambias de opinión, puedes enviar otra solicitud.',
  },
})

const theAnimal = 'el animal'
const to = (who: string): string => (who === theAnimal ? 'al animal' : `a ${who}`)

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adopción completada',
    now: `Enhorabuena: ${who} ha encontrado un hogar contigo.`,
    next: 'Si tienes preguntas o algo te preocupa, por favor, ponte en contacto con nosotros.',
  },
  returned: {
    label: 'Cerrada',
    now: `La adopción ha terminado: ${who} ha vuelto.`,
    next: 'No tienes que hacer nada más. Si hay algo que convenga saber, por favor, llama o escribe.',
  },
  cancelled: {
    label: 'Cerrada',
    now: 'Esta adopción no se va a realizar.',
    next: `Si te sorprende, por favor, ponte en contacto con nosotros. ${they} puede explicarte más.`,
  },
})

const application: FormTexts['application'] = {
  people: (shelter) => `El equipo de ${shelter}`,
  someone: 'El equipo de la protectora',
  theAnimal,
  statuses,
  outcomes,
  steps: ['Recibida', 'Revisión', 'Conocerse', 'Decisión'],
  stepsLabel: 'Pasos',
  done: '(hecho)',
  title: (status, name) => `${status}: tu solicitud${name === undefined ? '' : ` para adoptar a ${name}`}`,
  heading: (name) => `Tu solicitud${name === undefined ? '' : ` para adoptar a ${name}`}`,
  next: 'Qué pasa ahora',
  others: 'Ver otros animales',
  sent: 'Gracias. Tu solicitud se ha enviado.',
  mailed: (email) => `Vamos a enviar la dirección de esta página a ${email}. Con ella podrás volver aquí:`,
  notMailed: 'Guarda la dirección de esta página. Es la única manera de volver aquí:',
  foundHome: (name, link) =>
    `Mientras tanto, ${name} ha encontrado un hogar. Puedes esperar una respuesta o solicitar la adopción de ${link}.`,
  foundHomeLink: 'otro animal',
  aside: 'Sobre el animal y la protectora',
  times: (sent, changed) =>
    `Enviada el ${sent}${changed === undefined ? '' : `, último cambio el ${changed}`}. Solo pueden verla las personas que tienen la dirección de esta página.`,
  changedMind: '¿Has cambiado de opinión?',
  changedMindText: 'No pasa nada. A todos nos ayuda que nos lo digas.',
  withdrawPaused:
    'Estamos trabajando en este sitio, así que ahora no puedes retirar la solicitud. Por favor, vuelve dentro de un rato.',
  withdraw: 'Retirar la solicitud',
  withdrawTitle: (name) => `¿Retirar tu solicitud${name === undefined ? '' : ` para adoptar a ${name}`}?`,
  withdrawText: 'Avisaremos a las personas que la tienen. No se puede deshacer, pero puedes enviar otra solicitud.',
  withdrawPrivacy: (days) =>
    `Una solicitud retirada queda cerrada. Sus datos personales se borran ${count(days, 'día', 'días')} después.`,
  withdrawIt: 'Retirarla',
  keepIt: 'No retirarla',
  withdrawPausedTitle: 'Ahora no puedes retirar tu solicitud.',
  withdrawPausedText: 'Estamos trabajando en este sitio y no se ha cambiado nada. Por favor, vuelve dentro de un rato.',
  back: 'Volver a la solicitud',
  erased: 'Esta solicitud se ha borrado.',
  erasedText: 'Ya no tenemos tu nombre, ni tus datos de contacto, ni tus respuestas.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Página de inicio',
  meetAnimals: 'Conocer a los animales',
  tryAgain: 'Intentarlo de nuevo',
  notSent: 'No se ha enviado nada.',
  otherSite: 'El formulario venía de otro sitio. Por favor, vuelve a abrir la página y envíalo desde allí.',
  tooLarge: 'Era demasiado largo. Vuelve atrás, acorta las respuestas más largas y envíalo de nuevo.',
  unknownFormat:
    'No podemos leer el formato en el que ha llegado. Por favor, vuelve a abrir la página y envíalo desde allí.',
  lost: 'Esta página se ha perdido.',
  lostText: 'Puede que se haya movido o que su dirección no sea del todo correcta. Los animales siguen aquí.',
  wait: 'Un momento, por favor.',
  waitText: (time) =>
    `Se han abierto muchas páginas desde tu red en poco tiempo. Por favor, inténtalo de nuevo dentro de ${time}.`,
  aMoment: 'un momento',
  seconds: (value) => count(value, 'segundo', 'segundos'),
  minutes: (value) => count(value, 'minuto', 'minutos'),
  hours: (value) => count(value, 'hora', 'horas'),
  failed: 'Ahora no podemos mostrar esta página.',
  failedText: 'El fallo es nuestro, no tuyo. Por favor, inténtalo de nuevo dentro de un momento.',
  unreadable: 'No podemos leer esta dirección.',
  unreadableText: 'Hay algo en ella que no es correcto. Por favor, revísala o empieza de nuevo.',
  adopted: 'Este animal ha encontrado un hogar.',
  adoptedText: 'Fue hace algún tiempo, así que su página ya no existe. Otros todavía te esperan.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site}: animales en adopción`,
  about:
    'Un servicio para protectoras: animales, sus fotos y adopciones, con una API, una consola para el personal y un sitio público.',
  heading: 'Un hogar para todos los que lo esperan.',
  text: 'Este es un servicio de adopción de animales. Las protectoras gestionan con él sus animales, fotos y adopciones, y muestran los animales a quienes buscan uno.',
  becomesSite: 'En cuanto se publique un animal, esta página será el sitio de adopción.',
  console: 'Consola',
  consoleText: 'Para el personal: añadir animales, publicarlos y seguir cada adopción.',
  reference: 'Referencia de la API',
  referenceText: 'Para desarrolladores: todas las operaciones, para probarlas en tu navegador.',
  guide: 'Primera petición',
  guideText: 'De una clave a la primera lista de animales en cinco minutos.',
  site: 'Sitio de adopción',
  siteText: 'Lo que ven los visitantes. Todavía no hay animales publicados.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': '¿Cómo es tu vivienda?',
  House: 'Casa',
  Flat: 'Piso',
  Farm: 'Granja',
  Other: 'Otra',
  'Do you have a garden?': '¿Tienes jardín?',
  'If you rent: does your landlord allow animals?': 'Si vives de alquiler: ¿permite animales el propietario?',
  'Who lives in your home?': '¿Quién vive en tu casa?',
  'Adults, children and their ages, other animals.': 'Adultos, niños y sus edades, otros animales.',
  'Which animals have you cared for before?': '¿Qué animales has cuidado antes?',
  'For how many hours a day would the animal be alone?': '¿Cuántas horas al día estaría solo el animal?',
  'Why would you like to adopt?': '¿Por qué te gustaría adoptar?',
}

export const spanishForms: FormTexts = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}
