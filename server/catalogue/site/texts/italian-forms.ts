import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('it')

const apply: FormTexts['apply'] = {
  title: (name) => `Richiesta di adozione per ${name}`,
  notSent: (title) => `Non inviata: ${title}`,
  lead: (shelter) =>
    `Bastano circa dieci minuti, e non serve un account. Le tue risposte vanno a ${shelter} e non vengono pubblicate.`,
  carers: () => 'chi se ne prende cura',
  onHold:
    'In questo momento un’altra persona ha la precedenza. Puoi comunque fare richiesta, nel caso non andasse in porto.',
  aboutYou: 'I tuoi dati',
  questions: 'Alcune domande',
  name: 'Il tuo nome',
  email: 'Indirizzo e-mail',
  phone: 'Numero di telefono',
  optional: '(facoltativo)',
  yes: 'Sì',
  no: 'No',
  noAnswer: 'Nessuna risposta',
  choose: 'Scegli',
  trap: 'Lascia vuoto questo campo',
  privacy: (days) =>
    `Usiamo i tuoi dati solo per decidere su questa adozione e per contattarti a questo scopo. I dati della tua richiesta vengono cancellati ${count(days, 'giorno', 'giorni')} dopo la sua chiusura.`,
  send: 'Invia la richiesta',
  afterwards: 'Riceverai un link con cui seguire la tua richiesta o ritirarla.',
  error: 'Errore:',
  toCorrect: (faults) => (faults === 1 ? 'Controlla una risposta.' : `Controlla ${number(faults)} risposte.`),
  nothingSent: 'La tua richiesta non è stata inviata.',
  stale: 'Questa pagina è rimasta aperta per più di un giorno. Controlla le tue risposte e inviale di nuovo.',
  paused:
    'Stiamo lavorando su questo sito e ora non possiamo ricevere richieste. Le tue risposte sono ancora qui: tieni aperta questa pagina, e inviale di nuovo tra un po’.',
  quick: 'Nessuno scrive così in fretta. Controlla le tue risposte e inviale di nuovo.',
  trapped:
    'È stato compilato un campo che i visitatori non vedono, forse dal tuo browser. Ora è di nuovo vuoto: controlla le tue risposte e inviale ancora una volta.',
  formChanged:
    'Le domande sono cambiate da quando hai aperto questa pagina. Controlla le tue risposte e inviale di nuovo.',
  tooMany: (wait) =>
    `Abbiamo ricevuto molte richieste da questo indirizzo e-mail o dalla tua rete. Potrai inviare questa ${wait}: tieni aperta la pagina fino ad allora.`,
  inAMinute: 'tra un minuto',
  inMinutes: (minutes) => `tra ${count(minutes, 'minuto', 'minuti')}`,
  inHours: (hours) => `tra ${count(hours, 'ora', 'ore')}`,
  sentBefore: (link) =>
    `Hai già inviato una richiesta da questa pagina: ${link}. Per inviare anche questa, inviala di nuovo.`,
  sentBeforeLink: 'guarda a che punto è',
  closed: (name) => `${name} ha trovato casa.`,
  closedMeanwhile: 'È successo mentre scrivevi, perciò non è stato inviato nulla.',
  closedBefore: 'Perciò non si accettano più richieste.',
  othersWait: 'Altri ti aspettano ancora.',
  meetAnimals: 'Conosci gli animali',
  pausedTitle: 'Le richieste sono sospese.',
  pausedFor: (name) =>
    `Stiamo lavorando su questo sito, perciò ora non puoi fare richiesta per ${name}. Torna tra un po’.`,
  tryAgain: 'Riprova',
  backTo: (name) => `Torna a ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Rispondi a questa domanda.',
    longText: 'Rispondi a questa domanda.',
    choice: 'Scegli una risposta.',
    choices: 'Scegli almeno una risposta.',
    yesNo: 'Scegli sì o no.',
    number: 'Inserisci un numero.',
    date: 'Inserisci una data.',
    email: 'Inserisci il tuo indirizzo e-mail.',
    phone: 'Inserisci un numero di telefono.',
  },
  wrong: {
    text: 'Usa una sola riga di testo semplice.',
    longText: 'Usa testo semplice: alcuni di questi caratteri non si possono mostrare.',
    choice: 'Scegli una delle risposte.',
    choices: 'Scegli tra le risposte, ciascuna una sola volta.',
    yesNo: 'Scegli sì o no.',
    number: 'Inserisci un numero in cifre, per esempio 2 o 2,5.',
    date: 'Inserisci una data che esiste, per esempio 2026-11-22.',
    email: 'Inserisci un indirizzo e-mail completo, per esempio nome@example.org.',
    phone: 'Inserisci un numero di telefono in cifre, per esempio +39 06 1234 5678.',
  },
  name: 'Inserisci il tuo nome.',
  webAddress: 'Inserisci il tuo nome senza un indirizzo web.',
  tooLong: (most, length) => `Usa al massimo ${number(most)} caratteri. Ne hai usati ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Ricevuta',
    now: `${they} ha ricevuto la tua richiesta.`,
    next: 'Qualcuno la leggerà, e poi ti scriverà o ti chiamerà. Fino ad allora non devi fare nulla.',
  },
  inReview: {
    label: 'In esame',
    now: `${they} sta leggendo la tua richiesta.`,
    next: 'Potresti ricevere qualche domanda. Se tutto sembra andare bene, riceverai un invito a un incontro.',
  },
  meetAndGreet: {
    label: 'Incontro',
    now: `${they} vorrebbe farti conoscere ${who}.`,
    next: 'Concorda un giorno, e vieni con tutte le persone che vivono con te.',
  },
  homeVisit: {
    label: 'Visita a casa',
    now: `${they} vorrebbe farti visita a casa.`,
    next: 'Concorda un giorno. Serve a capire di che cosa ha bisogno l’animale, perciò non occorre riordinare.',
  },
  referenceCheck: {
    label: 'Referenze',
    now: `${they} sta contattando le tue referenze.`,
    next: 'Avrai notizie quando avremo parlato con le persone che hai indicato.',
  },
  approved: {
    label: 'Accettata',
    now: `Buone notizie: puoi adottare ${who}.`,
    next: 'Ti contatteremo per concordare il giorno, il contratto e il viaggio verso casa.',
  },
  declined: {
    label: 'Non accolta',
    now: `Ci dispiace. ${they} ha deciso di non proseguire con la tua richiesta.`,
    next: 'Grazie per avere offerto una casa. Se vuoi conoscerne il motivo, chiedi pure. Altri aspettano ancora, e puoi fare un’altra richiesta quando vuoi.',
  },
  withdrawn: {
    label: 'Ritirata',
    now: 'Questa richiesta è stata ritirata.',
    next: 'Se cambi idea, puoi fare un’altra richiesta.',
  },
})

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adozione conclusa',
    now: `Congratulazioni: ${who} ha trovato casa da te.`,
    next: 'Se hai domande, o se qualcosa ti preoccupa, contattaci.',
  },
  returned: {
    label: 'Chiusa',
    now: `L’adozione è terminata: ${who} è di nuovo da noi.`,
    next: 'Non devi fare altro. Se c’è qualcosa che dovremmo sapere, chiamaci o scrivici.',
  },
  cancelled: {
    label: 'Chiusa',
    now: 'Questa adozione non avrà luogo.',
    next: `Se questo ti sorprende, contattaci. ${they} può dirti di più.`,
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
  title: (status, name) => `${status}: la tua richiesta${name === undefined ? '' : ` per ${name}`}`,
  heading: (name) => `La tua richiesta${name === undefined ? '' : ` per ${name}`}`,
  next: 'Che cosa succede ora',
  others: 'Vedi altri animali',
  sent: 'Grazie. La tua richiesta è stata inviata.',
  mailed: (email) => `Stiamo inviando l’indirizzo di questa pagina a ${email}. Con esso potrai tornare qui:`,
  notMailed: 'Conserva l’indirizzo di questa pagina. È l’unico modo per tornare qui:',
  foundHome: (name, link) =>
    `Nel frattempo ${name} ha trovato casa. Puoi aspettare una risposta, oppure fare richiesta per ${link}.`,
  foundHomeLink: 'un altro animale',
  aside: 'L’animale e chi se ne occupa',
  times: (sent, changed) =>
    `Data di invio: ${sent}${changed === undefined ? '' : `, ultima modifica: ${changed}`}. Può vedere questa pagina solo chi ne ha l’indirizzo.`,
  changedMind: 'Hai cambiato idea?',
  changedMindText: 'Non c’è problema. Se ce lo dici, è di aiuto a tutti.',
  withdrawPaused: 'Stiamo lavorando su questo sito, perciò ora non puoi ritirare la richiesta. Torna tra un po’.',
  withdraw: 'Ritira la richiesta',
  withdrawTitle: (name) => `Vuoi ritirare la tua richiesta${name === undefined ? '' : ` per ${name}`}?`,
  withdrawText: 'Avviseremo le persone che l’hanno ricevuta. Non si può annullare, ma puoi fare un’altra richiesta.',
  withdrawPrivacy: (days) =>
    `Una richiesta ritirata è chiusa. I suoi dati personali vengono cancellati ${count(days, 'giorno', 'giorni')} dopo.`,
  withdrawIt: 'Ritira',
  keepIt: 'Non ritirare',
  withdrawPausedTitle: 'Ora non puoi ritirare la tua richiesta.',
  withdrawPausedText: 'Stiamo lavorando su questo sito, e non è stato modificato nulla. Torna tra un po’.',
  back: 'Torna alla richiesta',
  erased: 'Questa richiesta è stata cancellata.',
  erasedText: 'Non abbiamo più né il tuo nome, né i tuoi recapiti, né le tue risposte.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Pagina iniziale',
  meetAnimals: 'Conosci gli animali',
  tryAgain: 'Riprova',
  notSent: 'Non è stato inviato nulla.',
  otherSite: 'Il modulo proveniva da un altro sito. Riapri la pagina, e invialo da lì.',
  tooLarge: 'Era troppo lungo. Torna indietro, accorcia le risposte più lunghe, e invialo di nuovo.',
  unknownFormat: 'Non possiamo leggere questo formato. Riapri la pagina, e invia il modulo da lì.',
  lost: 'Questa pagina si è smarrita.',
  lostText: 'Forse è stata spostata, o il suo indirizzo non è del tutto corretto. Gli animali sono ancora qui.',
  wait: 'Un momento, per favore.',
  waitText: (time) => `Dalla tua rete sono state aperte molte pagine in poco tempo. Riprova tra ${time}.`,
  aMoment: 'un momento',
  seconds: (value) => count(value, 'secondo', 'secondi'),
  minutes: (value) => count(value, 'minuto', 'minuti'),
  hours: (value) => count(value, 'ora', 'ore'),
  failed: 'Ora non possiamo mostrare questa pagina.',
  failedText: 'Dipende da noi, non da te. Riprova tra un momento.',
  unreadable: 'Non riusciamo a leggere questo indirizzo.',
  unreadableText: 'Qualcosa non è corretto. Controllalo, o ricomincia da capo.',
  adopted: 'Questo animale ha trovato casa.',
  adoptedText: 'È stato qualche tempo fa, perciò la sua pagina non c’è più. Altri ti aspettano ancora.',
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
  'What is your home like?': 'Com’è la tua abitazione?',
  House: 'Casa',
  Flat: 'Appartamento',
  Farm: 'Fattoria',
  Other: 'Altro',
  'Do you have a garden?': 'Hai un giardino?',
  'If you rent: does your landlord allow animals?': 'Se sei in affitto: il proprietario permette gli animali?',
  'Who lives in your home?': 'Chi vive in casa tua?',
  'Adults, children and their ages, other animals.': 'Adulti, bambini con la loro età, altri animali.',
  'Which animals have you cared for before?': 'Quali animali hai già accudito?',
  'For how many hours a day would the animal be alone?': 'Per quante ore al giorno l’animale resterebbe solo?',
  'Why would you like to adopt?': 'Perché desideri adottare?',
}

export const italianForms: FormTexts = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}
