import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('it')

const apply: FormTexts['apply'] = {
  title: (name) => `Richiesta di adozione per ${name}`,
  notSent: (title) => `Non inviata: ${title}`,
  lead: (shelter) =>
    `Bastano circa dieci minuti, e non serve un account. Le Sue risposte vanno a ${shelter} e non vengono pubblicate.`,
  carers: () => 'chi se ne prende cura',
  onHold:
    'In questo momento un’altra persona ha la precedenza. Può comunque fare richiesta: potrebbe non andare in porto.',
  aboutYou: 'Su di Lei',
  questions: 'Alcune domande',
  name: 'Il Suo nome',
  email: 'Indirizzo e-mail',
  phone: 'Numero di telefono',
  optional: '(facoltativo)',
  yes: 'Sì',
  no: 'No',
  noAnswer: 'Nessuna risposta',
  choose: 'Scelga',
  trap: 'Lasci vuoto questo campo',
  privacy: (days) =>
    `Usiamo i Suoi dati solo per decidere su questa adozione e per contattarla a questo scopo. Vengono cancellati ${count(days, 'giorno', 'giorni')} dopo la chiusura della Sua richiesta.`,
  send: 'Invia la richiesta',
  afterwards: 'Riceverà un link con cui seguire la Sua richiesta o ritirarla.',
  error: 'Errore:',
  toCorrect: (faults) =>
    faults === 1 ? 'Controlli una risposta.' : `Controlli ${number(faults)} risposte.`,
  nothingSent: 'La Sua richiesta non è stata inviata.',
  stale:
    'Questa pagina è rimasta aperta per più di un giorno. Controlli le Sue risposte e le invii di nuovo.',
  paused:
    'Stiamo lavorando su questo sito e ora non possiamo ricevere richieste. Le Sue risposte sono ancora qui: tenga aperta questa pagina, e le invii di nuovo tra un po’.',
  quick:
    'È stato più veloce di quanto una persona scriva. Controlli le Sue risposte e le invii di nuovo.',
  trapped:
    'È stato compilato un campo che i visitatori non vedono, forse dal Suo browser. Ora è di nuovo vuoto: controlli le Sue risposte e le invii ancora una volta.',
  formChanged:
    'Le domande sono cambiate da quando ha aperto questa pagina. Controlli le Sue risposte e le invii di nuovo.',
  tooMany: (wait) =>
    `Abbiamo ricevuto molte richieste da questo indirizzo e-mail o dalla Sua rete. Potrà inviare questa ${wait}: tenga aperta la pagina fino ad allora.`,
  inAMinute: 'tra un minuto',
  inMinutes: (minutes) => `tra ${count(minutes, 'minuto', 'minuti')}`,
  inHours: (hours) => `tra ${count(hours, 'ora', 'ore')}`,
  sentBefore: (link) =>
    `Ha già inviato una richiesta da questa pagina: ${link}. Per inviare anche questa, la invii di nuovo.`,
  sentBeforeLink: 'veda a che punto è',
  closed: (name) => `${name} ha trovato casa.`,
  closedMeanwhile: 'È successo mentre scriveva, perciò non è stato inviato nulla.',
  closedBefore: 'Perciò non si accettano più richieste.',
  othersWait: 'Altri La aspettano ancora.',
  meetAnimals: 'Conosca gli animali',
  pausedTitle: 'Le richieste sono sospese.',
  pausedFor: (name) =>
    `Stiamo lavorando su questo sito, perciò ora non può fare richiesta per ${name}. Torni tra un po’.`,
  tryAgain: 'Riprova',
  backTo: (name) => `Torna a ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Risponda a questa domanda.',
    longText: 'Risponda a questa domanda.',
    choice: 'Scelga una risposta.',
    choices: 'Scelga almeno una risposta.',
    yesNo: 'Scelga sì o no.',
    number: 'Inserisca un numero.',
    date: 'Inserisca una data.',
    email: 'Inserisca il Suo indirizzo e-mail.',
    phone: 'Inserisca un numero di telefono.',
  },
  wrong: {
    text: 'Usi una sola riga di testo semplice.',
    longText: 'Usi testo semplice: alcuni di questi caratteri non si possono mostrare.',
    choice: 'Scelga una delle risposte.',
    choices: 'Scelga tra le risposte, ciascuna una sola volta.',
    yesNo: 'Scelga sì o no.',
    number: 'Inserisca un numero in cifre, per esempio 2 o 2,5.',
    date: 'Inserisca una data che esiste, per esempio 2026-11-22.',
    email: 'Inserisca un indirizzo e-mail completo, per esempio nome@example.org.',
    phone: 'Inserisca un numero di telefono in cifre, per esempio +39 06 1234 5678.',
  },
  name: 'Inserisca il Suo nome.',
  webAddress: 'Inserisca il Suo nome senza un indirizzo web.',
  tooLong: (most, length) =>
    `Usi al massimo ${number(most)} caratteri. Ne ha usati ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Ricevuta',
    now: `${they} ha ricevuto la Sua richiesta.`,
    next: 'Qualcuno la leggerà, e poi Le scriverà o La chiamerà. Fino ad allora non deve fare nulla.',
  },
  inReview: {
    label: 'In esame',
    now: `${they} sta leggendo la Sua richiesta.`,
    next: 'Potrebbe ricevere qualche domanda. Se tutto sembra andare bene, sarà invitato a un incontro.',
  },
  meetAndGreet: {
    label: 'Incontro',
    now: `${they} vorrebbe farle conoscere ${who}.`,
    next: 'Concordi un giorno, e venga con tutte le persone che vivono con Lei.',
  },
  homeVisit: {
    label: 'Visita a casa',
    now: `${they} vorrebbe farle visita a casa.`,
    next: 'Concordi un giorno. Si tratta di ciò di cui l’animale ha bisogno, perciò non serve riordinare.',
  },
  referenceCheck: {
    label: 'Referenze',
    now: `${they} sta contattando le Sue referenze.`,
    next: 'Avrà notizie quando avremo parlato con le persone che ha indicato.',
  },
  approved: {
    label: 'Accettata',
    now: `Buone notizie: può adottare ${who}.`,
    next: 'La contatteremo per concordare il giorno, il contratto e il viaggio verso casa.',
  },
  declined: {
    label: 'Non accolta',
    now: `Ci dispiace. ${they} ha deciso di non proseguire con la Sua richiesta.`,
    next: 'Grazie per avere offerto una casa. Se desidera conoscerne il motivo, lo chieda pure. Altri aspettano ancora, e può fare un’altra richiesta quando vuole.',
  },
  withdrawn: {
    label: 'Ritirata',
    now: 'Questa richiesta è stata ritirata.',
    next: 'Se cambia idea, può fare un’altra richiesta.',
  },
})

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adozione conclusa',
    now: `Congratulazioni: ${who} ha trovato casa da Lei.`,
    next: 'Se ha domande, o se qualcosa La preoccupa, ci contatti.',
  },
  returned: {
    label: 'Chiusa',
    now: `L’adozione è terminata: ${who} è di nuovo da noi.`,
    next: 'Non deve fare altro. Se c’è qualcosa che dovremmo sapere, ci chiami o ci scriva.',
  },
  cancelled: {
    label: 'Chiusa',
    now: 'Questa adozione non avrà luogo.',
    next: `Se questo La sorprende, ci contatti. ${they} può dirle di più.`,
  },
})

const application: FormTexts['application'] = {
  people: (shelter) => `Il personale di ${shelter}`,
  someone: 'Il personale del rifugio',
  theAnimal: 'l’animale',
  statuses,
  outcomes,
  steps: ['Ricevuta', 'Esame', 'Incontro', 'Decisione'],
  stepsLabel: 'Fasi',
  done: '(fatto)',
  title: (status, name) => `${status}: la Sua richiesta${name === undefined ? '' : ` per ${name}`}`,
  heading: (name) => `La Sua richiesta${name === undefined ? '' : ` per ${name}`}`,
  next: 'Che cosa succede ora',
  others: 'Veda altri animali',
  sent: 'Grazie. La Sua richiesta è stata inviata.',
  mailed: (email) =>
    `Stiamo inviando l’indirizzo di questa pagina a ${email}. Con esso potrà tornare qui:`,
  notMailed: 'Conservi l’indirizzo di questa pagina. È l’unico modo per tornare qui:',
  foundHome: (name, link) =>
    `Nel frattempo ${name} ha trovato casa. Può aspettare una risposta, oppure fare richiesta per ${link}.`,
  foundHomeLink: 'un altro animale',
  aside: 'L’animale e chi se ne occupa',
  times: (sent, changed) =>
    `Inviata il ${sent}${changed === undefined ? '' : `, ultima modifica il ${changed}`}. Può vederla solo chi ha l’indirizzo di questa pagina.`,
  changedMind: 'Ha cambiato idea?',
  changedMindText: 'Non c’è problema. Se ce lo dice, è di aiuto a tutti.',
  withdrawPaused:
    'Stiamo lavorando su questo sito, perciò ora non può ritirare la richiesta. Torni tra un po’.',
  withdraw: 'Ritira la richiesta',
  withdrawTitle: (name) =>
    `Vuole ritirare la Sua richiesta${name === undefined ? '' : ` per ${name}`}?`,
  withdrawText:
    'Avviseremo le persone che l’hanno ricevuta. Non si può annullare, ma può fare un’altra richiesta.',
  withdrawPrivacy: (days) =>
    `Una richiesta ritirata è chiusa. I suoi dati personali vengono cancellati ${count(days, 'giorno', 'giorni')} dopo.`,
  withdrawIt: 'Ritira',
  keepIt: 'Non ritirare',
  withdrawPausedTitle: 'Ora non può ritirare la Sua richiesta.',
  withdrawPausedText:
    'Stiamo lavorando su questo sito, e non è stato modificato nulla. Torni tra un po’.',
  back: 'Torna alla richiesta',
  erased: 'Questa richiesta è stata cancellata.',
  erasedText: 'Non abbiamo più né il Suo nome, né i Suoi recapiti, né le Sue risposte.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Pagina iniziale',
  meetAnimals: 'Conosca gli animali',
  tryAgain: 'Riprova',
  notSent: 'Non è stato inviato nulla.',
  otherSite: 'Il modulo proveniva da un altro sito. Riapra la pagina, e lo invii da lì.',
  tooLarge:
    'Era troppo lungo. Torni indietro, accorci le risposte più lunghe, e lo invii di nuovo.',
  unknownFormat: 'Non possiamo leggere questo formato. Riapra la pagina, e invii il modulo da lì.',
  lost: 'Questa pagina si è smarrita.',
  lostText:
    'Forse è stata spostata, o il suo indirizzo non è del tutto corretto. Gli animali sono ancora qui.',
  wait: 'Un momento, per favore.',
  waitText: (time) =>
    `Dalla Sua rete sono state aperte molte pagine in poco tempo. Riprovi tra ${time}.`,
  aMoment: 'un momento',
  seconds: (value) => count(value, 'secondo', 'secondi'),
  minutes: (value) => count(value, 'minuto', 'minuti'),
  hours: (value) => count(value, 'ora', 'ore'),
  failed: 'Ora non possiamo mostrare questa pagina.',
  failedText: 'Dipende da noi, non da Lei. Riprovi tra un momento.',
  unreadable: 'Non riusciamo a leggere questo indirizzo.',
  unreadableText: 'Qualcosa non è corretto. Lo controlli, o ricominci da capo.',
  adopted: 'Questo animale ha trovato casa.',
  adoptedText:
    'È stato qualche tempo fa, perciò la sua pagina non c’è più. Altri La aspettano ancora.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site}: animali in adozione`,
  about:
    'Un servizio per i rifugi: gli animali, le loro foto e le adozioni, con un’API, una console per il personale e un sito pubblico.',
  heading: 'Una casa per tutti quelli che la aspettano.',
  text: 'Questo è un servizio per l’adozione di animali. I rifugi vi gestiscono animali, foto e adozioni, e mostrano gli animali a chi ne cerca uno.',
  becomesSite: 'Appena un animale è pubblicato, questa pagina diventa il sito delle adozioni.',
  console: 'Console di gestione',
  consoleText: 'Per il personale: aggiungere animali, pubblicarli e seguire ogni adozione.',
  reference: 'Riferimento dell’API',
  referenceText: 'Per gli sviluppatori: ogni operazione, da provare nel browser.',
  guide: 'Prima richiesta',
  guideText: 'Da una chiave al primo elenco di animali in cinque minuti.',
  site: 'Sito delle adozioni',
  siteText: 'Quello che vedono i visitatori. Nessun animale è ancora pubblicato.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': 'Com’è la Sua abitazione?',
  House: 'Casa',
  Flat: 'Appartamento',
  Farm: 'Fattoria',
  Other: 'Altro',
  'Do you have a garden?': 'Ha un giardino?',
  'If you rent: does your landlord allow animals?':
    'Se è in affitto: il proprietario permette gli animali?',
  'Who lives in your home?': 'Chi vive in casa Sua?',
  'Adults, children and their ages, other animals.':
    'Adulti, bambini con la loro età, altri animali.',
  'Which animals have you cared for before?': 'Di quali animali si è già occupato?',
  'For how many hours a day would the animal be alone?':
    'Per quante ore al giorno l’animale resterebbe solo?',
  'Why would you like to adopt?': 'Perché desidera adottare?',
}

export const italianForms: FormTexts = {
  ...{ apply, faults, application, messages, frontDoor, firstForm },
}
