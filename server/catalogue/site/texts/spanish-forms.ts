import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('es')

const apply: FormTexts['apply'] = {
  title: (name) => `Solicitar la adopción de ${name}`,
  notSent: (title) => `No enviada: ${title}`,
  lead: (shelter) =>
    `Se tarda unos diez minutos y no hace falta crear una cuenta. Sus respuestas llegan a ${shelter} y no se publican.`,
  carers: (sex) =>
    sex === null
      ? 'las personas que cuidan al animal'
      : `las personas que ${sex === 'female' ? 'la' : 'lo'} cuidan`,
  onHold:
    'En este momento otra persona tiene prioridad. Puede enviar su solicitud de todos modos: quizá no llegue a buen fin.',
  aboutYou: 'Sobre usted',
  questions: 'Algunas preguntas',
  name: 'Su nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  optional: '(opcional)',
  yes: 'Sí',
  no: 'No',
  noAnswer: 'Sin respuesta',
  choose: 'Elija una opción',
  trap: 'Deje este campo vacío',
  privacy: (days) =>
    `Usamos sus datos solo para decidir sobre esta adopción y para ponernos en contacto con usted por este motivo. Se borran ${count(days, 'día', 'días')} después de cerrar su solicitud.`,
  send: 'Enviar la solicitud',
  afterwards: 'Recibirá un enlace con el que podrá seguir su solicitud o retirarla.',
  error: 'Error:',
  toCorrect: (faults) =>
    faults === 1
      ? 'Por favor, revise una respuesta.'
      : `Por favor, revise ${number(faults)} respuestas.`,
  nothingSent: 'Su solicitud no se ha enviado.',
  stale:
    'Esta página ha estado abierta más de un día. Por favor, revise sus respuestas y envíelas de nuevo.',
  paused:
    'Estamos trabajando en este sitio y ahora no podemos recibir solicitudes. Sus respuestas siguen aquí: deje esta página abierta y envíelas de nuevo dentro de un rato.',
  quick:
    'Ha sido más rápido de lo que escribe una persona. Por favor, revise sus respuestas y envíelas de nuevo.',
  trapped:
    'Se ha rellenado un campo que los visitantes no ven, quizá por obra de su navegador. Ya está vacío: por favor, revise sus respuestas y envíelas una vez más.',
  formChanged:
    'Las preguntas han cambiado desde que abrió esta página. Por favor, revise sus respuestas y envíelas de nuevo.',
  tooMany: (wait) =>
    `Hemos recibido muchas solicitudes de esta dirección de correo o de su red. Podrá enviar esta ${wait}: deje esta página abierta hasta entonces.`,
  inAMinute: 'dentro de un minuto',
  inMinutes: (minutes) => `dentro de ${count(minutes, 'minuto', 'minutos')}`,
  inHours: (hours) => `dentro de ${count(hours, 'hora', 'horas')}`,
  sentBefore: (link) =>
    `Ya ha enviado una solicitud desde esta página: ${link}. Para enviar también esta, envíela de nuevo.`,
  sentBeforeLink: 'vea cómo va',
  closed: (name) => `${name} ha encontrado un hogar.`,
  closedMeanwhile: 'Ha ocurrido mientras usted escribía, así que no se ha enviado nada.',
  closedBefore: 'Por eso ya no se aceptan solicitudes.',
  othersWait: 'Otros todavía le esperan.',
  meetAnimals: 'Conocer a los animales',
  pausedTitle: 'Las solicitudes están en pausa.',
  pausedFor: (name) =>
    `Estamos trabajando en este sitio, así que ahora no puede solicitar la adopción de ${name}. Por favor, vuelva dentro de un rato.`,
  tryAgain: 'Intentarlo de nuevo',
  backTo: (name) => `Volver a ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Por favor, responda a esta pregunta.',
    longText: 'Por favor, responda a esta pregunta.',
    choice: 'Elija una respuesta.',
    choices: 'Elija al menos una respuesta.',
    yesNo: 'Elija sí o no.',
    number: 'Escriba un número.',
    date: 'Escriba una fecha.',
    email: 'Escriba su correo electrónico.',
    phone: 'Escriba un número de teléfono.',
  },
  wrong: {
    text: 'Use una sola línea de texto sin formato.',
    longText: 'Use texto sin formato: algunos de estos caracteres no se pueden mostrar.',
    choice: 'Elija una de las respuestas.',
    choices: 'Elija entre las respuestas, cada una una sola vez.',
    yesNo: 'Elija sí o no.',
    number: 'Escriba un número con cifras, como 2 o 2,5.',
    date: 'Escriba una fecha que exista, como 2026-11-22.',
    email: 'Escriba una dirección de correo completa, como nombre@example.org.',
    phone: 'Escriba un número de teléfono con cifras, como +34 910 000 000.',
  },
  name: 'Escriba su nombre.',
  webAddress: 'Escriba su nombre sin una dirección web.',
  tooLong: (most, length) =>
    `Use como máximo ${number(most)} caracteres. Ha escrito ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Recibida',
    now: `${they} tiene su solicitud.`,
    next: 'Alguien la leerá y después le escribirá o le llamará. Hasta entonces no tiene que hacer nada.',
  },
  inReview: {
    label: 'En revisión',
    now: `${they} está leyendo su solicitud.`,
    next: 'Es posible que le hagan algunas preguntas. Si todo encaja, le invitarán a conocerse.',
  },
  meetAndGreet: {
    label: 'Encuentro',
    now: `${they} quiere que conozca ${to(who)}.`,
    next: 'Acuerde un día y venga con todas las personas que viven en su casa.',
  },
  homeVisit: {
    label: 'Visita a casa',
    now: `${they} quiere visitarle en su casa.`,
    next: 'Acuerde un día. La visita trata de lo que necesita el animal, así que no hace falta que ordene la casa.',
  },
  referenceCheck: {
    label: 'Referencias',
    now: `${they} está contactando con sus referencias.`,
    next: 'Tendrá noticias cuando hayan hablado con las personas que indicó.',
  },
  approved: {
    label: 'Aprobada',
    now: `Buenas noticias: puede adoptar ${to(who)}.`,
    next: 'Se pondrán en contacto con usted para acordar el día, el contrato y el viaje a casa.',
  },
  declined: {
    label: 'No aceptada',
    now: `Lo sentimos. ${they} ha decidido no seguir adelante con su solicitud.`,
    next: 'Gracias por ofrecer un hogar. Si desea conocer el motivo, por favor, pregúntelo. Otros todavía esperan, y puede volver a enviar una solicitud cuando quiera.',
  },
  withdrawn: {
    label: 'Retirada',
    now: 'Esta solicitud se ha retirado.',
    next: 'Si cambia de opinión, puede enviar otra solicitud.',
  },
})

const theAnimal = 'el animal'
const to = (who: string): string => (who === theAnimal ? 'al animal' : `a ${who}`)

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adopción completada',
    now: `Enhorabuena: ${who} ha encontrado un hogar con usted.`,
    next: 'Si tiene preguntas o algo le preocupa, por favor, póngase en contacto.',
  },
  returned: {
    label: 'Cerrada',
    now: `La adopción ha terminado: ${who} ha vuelto.`,
    next: 'No tiene que hacer nada más. Si hay algo que convenga saber, por favor, llame o escriba.',
  },
  cancelled: {
    label: 'Cerrada',
    now: 'Esta adopción no se va a realizar.',
    next: `Si le sorprende, por favor, póngase en contacto. ${they} puede explicarle más.`,
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
  title: (status, name) =>
    `${status}: su solicitud${name === undefined ? '' : ` para adoptar a ${name}`}`,
  heading: (name) => `Su solicitud${name === undefined ? '' : ` para adoptar a ${name}`}`,
  next: 'Qué pasa ahora',
  others: 'Ver otros animales',
  sent: 'Gracias. Su solicitud se ha enviado.',
  mailed: (email) =>
    `Vamos a enviar la dirección de esta página a ${email}. Con ella podrá volver aquí:`,
  notMailed: 'Guarde la dirección de esta página. Es la única manera de volver aquí:',
  foundHome: (name, link) =>
    `Mientras tanto, ${name} ha encontrado un hogar. Puede esperar una respuesta o solicitar la adopción de ${link}.`,
  foundHomeLink: 'otro animal',
  aside: 'Sobre el animal y su equipo',
  times: (sent, changed) =>
    `Enviada el ${sent}${changed === undefined ? '' : `, último cambio el ${changed}`}. Solo pueden verla las personas que tienen la dirección de esta página.`,
  changedMind: '¿Ha cambiado de opinión?',
  changedMindText: 'No pasa nada. A todos nos ayuda que nos lo diga.',
  withdrawPaused:
    'Estamos trabajando en este sitio, así que ahora no puede retirar la solicitud. Por favor, vuelva dentro de un rato.',
  withdraw: 'Retirar la solicitud',
  withdrawTitle: (name) =>
    `¿Retirar su solicitud${name === undefined ? '' : ` para adoptar a ${name}`}?`,
  withdrawText:
    'Avisaremos a las personas que la tienen. No se puede deshacer, pero puede enviar otra solicitud.',
  withdrawPrivacy: (days) =>
    `Una solicitud retirada queda cerrada. Sus datos personales se borran ${count(days, 'día', 'días')} después.`,
  withdrawIt: 'Retirarla',
  keepIt: 'No retirarla',
  withdrawPausedTitle: 'Ahora no puede retirar su solicitud.',
  withdrawPausedText:
    'Estamos trabajando en este sitio y no se ha cambiado nada. Por favor, vuelva dentro de un rato.',
  back: 'Volver a la solicitud',
  erased: 'Esta solicitud se ha borrado.',
  erasedText: 'Ya no tenemos su nombre, ni sus datos de contacto, ni sus respuestas.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Página de inicio',
  meetAnimals: 'Conocer a los animales',
  tryAgain: 'Intentarlo de nuevo',
  notSent: 'No se ha enviado nada.',
  otherSite:
    'El formulario venía de otro sitio. Por favor, vuelva a abrir la página y envíelo desde allí.',
  tooLarge:
    'Era demasiado largo. Vuelva atrás, acorte las respuestas más largas y envíelo de nuevo.',
  unknownFormat:
    'No podemos leer el formato en el que ha llegado. Por favor, vuelva a abrir la página y envíelo desde allí.',
  lost: 'Esta página se ha perdido.',
  lostText:
    'Puede que se haya movido o que su dirección no sea del todo correcta. Los animales siguen aquí.',
  wait: 'Un momento, por favor.',
  waitText: (time) =>
    `Se han abierto muchas páginas desde su red en poco tiempo. Por favor, inténtelo de nuevo dentro de ${time}.`,
  aMoment: 'un momento',
  seconds: (value) => count(value, 'segundo', 'segundos'),
  minutes: (value) => count(value, 'minuto', 'minutos'),
  hours: (value) => count(value, 'hora', 'horas'),
  failed: 'Ahora no podemos mostrar esta página.',
  failedText: 'El fallo es nuestro, no suyo. Por favor, inténtelo de nuevo dentro de un momento.',
  unreadable: 'No podemos leer esta dirección.',
  unreadableText: 'Hay algo en ella que no es correcto. Por favor, revísela o empiece de nuevo.',
  adopted: 'Este animal ha encontrado un hogar.',
  adoptedText: 'Fue hace algún tiempo, así que su página ya no existe. Otros todavía le esperan.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site}: animales en adopción`,
  about:
    'Un servicio para protectoras: animales, sus fotos y adopciones, con una API, una consola para el personal y un sitio público.',
  heading: 'Un hogar para todos los que lo esperan.',
  text: 'Esta es una tienda de adopción de animales. Las protectoras gestionan con ella sus animales, fotos y adopciones, y muestran los animales a quienes buscan uno.',
  becomesSite: 'En cuanto se publique un animal, esta página será el sitio de adopción.',
  console: 'Consola',
  consoleText: 'Para el personal: añadir animales, publicarlos y seguir cada adopción.',
  reference: 'Referencia de la API',
  referenceText: 'Para desarrolladores: todas las operaciones, para probarlas en su navegador.',
  guide: 'Primera petición',
  guideText: 'De una clave a la primera lista de animales en cinco minutos.',
  site: 'Sitio de adopción',
  siteText: 'Lo que ven los visitantes. Todavía no hay animales publicados.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': '¿Cómo es su vivienda?',
  House: 'Casa',
  Flat: 'Piso',
  Farm: 'Granja',
  Other: 'Otra',
  'Do you have a garden?': '¿Tiene jardín?',
  'If you rent: does your landlord allow animals?':
    'Si vive de alquiler: ¿permite animales el propietario?',
  'Who lives in your home?': '¿Quién vive en su casa?',
  'Adults, children and their ages, other animals.': 'Adultos, niños y sus edades, otros animales.',
  'Which animals have you cared for before?': '¿Qué animales ha cuidado antes?',
  'For how many hours a day would the animal be alone?':
    '¿Cuántas horas al día estaría solo el animal?',
  'Why would you like to adopt?': '¿Por qué le gustaría adoptar?',
}

export const spanishForms: FormTexts = {
  ...{ apply, faults, application, messages, frontDoor, firstForm },
}
