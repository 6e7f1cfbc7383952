import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('de')

const apply: FormTexts['apply'] = {
  title: (name) => `Bewerbung für ${name}`,
  notSent: (title) => `Nicht gesendet: ${title}`,
  lead: (shelter) =>
    `Das dauert etwa zehn Minuten, und Sie brauchen kein Konto. Ihre Antworten gehen an ${shelter} und werden nicht veröffentlicht.`,
  carers: (sex) =>
    `die Menschen, die sich um ${sex === 'female' ? 'sie' : sex === 'male' ? 'ihn' : 'das Tier'} kümmern`,
  onHold:
    'Im Moment ist jemand anderes zuerst an der Reihe. Sie können sich trotzdem bewerben, falls es dort nicht klappt.',
  aboutYou: 'Über Sie',
  questions: 'Einige Fragen',
  name: 'Ihr Name',
  email: 'E-Mail-Adresse',
  phone: 'Telefonnummer',
  optional: '(freiwillig)',
  yes: 'Ja',
  no: 'Nein',
  noAnswer: 'Keine Angabe',
  choose: 'Bitte wählen',
  trap: 'Bitte leer lassen',
  privacy: (days) =>
    `Wir verwenden Ihre Angaben nur, um über diese Adoption zu entscheiden und Sie dazu zu kontaktieren. Die Angaben in Ihrer Bewerbung werden ${count(days, 'Tag', 'Tage')} nach deren Abschluss gelöscht.`,
  send: 'Bewerbung absenden',
  afterwards: 'Danach erhalten Sie einen Link, unter dem Sie Ihre Bewerbung verfolgen oder zurückziehen können.',
  error: 'Fehler:',
  toCorrect: (faults) =>
    faults === 1 ? 'Bitte prüfen Sie eine Antwort.' : `Bitte prüfen Sie ${number(faults)} Antworten.`,
  nothingSent: 'Ihre Bewerbung wurde nicht gesendet.',
  stale:
    'Diese Seite war länger als einen Tag geöffnet. Bitte prüfen Sie Ihre Antworten, und senden Sie sie noch einmal ab.',
  paused:
    'Wir arbeiten gerade an dieser Website und können keine Bewerbungen annehmen. Ihre Antworten sind noch hier: Lassen Sie diese Seite offen, und senden Sie sie etwas später noch einmal ab.',
  quick:
    'Das war schneller, als ein Mensch tippen kann. Bitte prüfen Sie Ihre Antworten, und senden Sie sie noch einmal ab.',
  trapped:
    'Ein Feld, das Besucher nicht sehen, war ausgefüllt, vielleicht durch Ihren Browser. Es ist jetzt wieder leer: Bitte prüfen Sie Ihre Antworten, und senden Sie sie noch einmal ab.',
  formChanged:
    'Die Fragen haben sich geändert, seit Sie diese Seite geöffnet haben. Bitte prüfen Sie Ihre Antworten, und senden Sie sie noch einmal ab.',
  tooMany: (wait) =>
    `Von dieser E-Mail-Adresse oder aus Ihrem Netz haben uns viele Bewerbungen erreicht. Diese können Sie ${wait} absenden: Lassen Sie die Seite so lange offen.`,
  inAMinute: 'in einer Minute',
  inMinutes: (minutes) => `in ${count(minutes, 'Minute', 'Minuten')}`,
  inHours: (hours) => `in ${count(hours, 'Stunde', 'Stunden')}`,
  sentBefore: (link) =>
    `Von dieser Seite aus haben Sie schon eine Bewerbung gesendet: ${link}. Um auch diese zu senden, senden Sie sie noch einmal ab.`,
  sentBeforeLink: 'zum Stand der Bewerbung',
  closed: (name) => `${name} hat ein Zuhause gefunden.`,
  closedMeanwhile: 'Das geschah, während Sie geschrieben haben, deshalb wurde nichts gesendet.',
  closedBefore: 'Deshalb sind keine Bewerbungen mehr möglich.',
  othersWait: 'Andere warten noch auf Sie.',
  meetAnimals: 'Tiere kennenlernen',
  pausedTitle: 'Bewerbungen sind gerade nicht möglich.',
  pausedFor: (name) =>
    `Wir arbeiten an dieser Website, deshalb können Sie sich im Moment nicht für ${name} bewerben. Bitte kommen Sie etwas später wieder.`,
  tryAgain: 'Noch einmal versuchen',
  backTo: (name) => `Zurück zu ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Bitte beantworten Sie diese Frage.',
    longText: 'Bitte beantworten Sie diese Frage.',
    choice: 'Wählen Sie eine Antwort.',
    choices: 'Wählen Sie mindestens eine Antwort.',
    yesNo: 'Wählen Sie Ja oder Nein.',
    number: 'Geben Sie eine Zahl ein.',
    date: 'Geben Sie ein Datum ein.',
    email: 'Geben Sie Ihre E-Mail-Adresse ein.',
    phone: 'Geben Sie eine Telefonnummer ein.',
  },
  wrong: {
    text: 'Verwenden Sie nur eine Zeile einfachen Text.',
    longText: 'Verwenden Sie einfachen Text: Einige dieser Zeichen lassen sich nicht darstellen.',
    choice: 'Wählen Sie eine der Antworten.',
    choices: 'Wählen Sie aus den Antworten, jede höchstens einmal.',
    yesNo: 'Wählen Sie Ja oder Nein.',
    number: 'Geben Sie eine Zahl in Ziffern ein, etwa 2 oder 2,5.',
    date: 'Geben Sie ein Datum ein, das es gibt, etwa 2026-11-22.',
    email: 'Geben Sie eine vollständige E-Mail-Adresse ein, etwa name@example.org.',
    phone: 'Geben Sie eine Telefonnummer in Ziffern ein, etwa +49 30 23125 000.',
  },
  name: 'Geben Sie Ihren Namen ein.',
  webAddress: 'Geben Sie Ihren Namen ohne Internetadresse ein.',
  tooLong: (most, length) => `Verwenden Sie höchstens ${number(most)} Zeichen. Es sind ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Eingegangen',
    now: `${they} hat Ihre Bewerbung.`,
    next: 'Jemand wird sie lesen und Ihnen dann schreiben oder Sie anrufen. Bis dahin müssen Sie nichts tun.',
  },
  inReview: {
    label: 'In Prüfung',
    now: `${they} liest gerade Ihre Bewerbung.`,
    next: 'Vielleicht meldet man sich noch mit Fragen bei Ihnen. Wenn alles gut passt, werden Sie zum Kennenlernen eingeladen.',
  },
  meetAndGreet: {
    label: 'Kennenlernen',
    now: `${they} möchte Ihnen ${who} vorstellen.`,
    next: 'Vereinbaren Sie einen Tag, und bringen Sie alle mit, die bei Ihnen wohnen.',
  },
  homeVisit: {
    label: 'Besuch zu Hause',
    now: `${they} möchte Sie zu Hause besuchen.`,
    next: 'Vereinbaren Sie einen Tag. Es geht darum, was das Tier braucht, Sie müssen also nicht aufräumen.',
  },
  referenceCheck: {
    label: 'Referenzen',
    now: `${they} kontaktiert Ihre Referenzen.`,
    next: 'Sie hören von uns, wenn wir mit den Personen gesprochen haben, die Sie genannt haben.',
  },
  approved: {
    label: 'Angenommen',
    now: `Gute Nachrichten: Sie können ${who} adoptieren.`,
    next: 'Man wird sich bei Ihnen melden, um den Tag, den Vertrag und die Heimreise abzusprechen.',
  },
  declined: {
    label: 'Abgelehnt',
    now: `Es tut uns leid. ${they} hat sich gegen Ihre Bewerbung entschieden.`,
    next: 'Danke, dass Sie ein Zuhause angeboten haben. Wenn Sie den Grund erfahren möchten, fragen Sie bitte nach. Andere warten noch, und Sie können sich gern wieder bewerben.',
  },
  withdrawn: {
    label: 'Zurückgezogen',
    now: 'Diese Bewerbung wurde zurückgezogen.',
    next: 'Wenn Sie es sich anders überlegen, können Sie sich wieder bewerben.',
  },
})

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Adoptiert',
    now: `Herzlichen Glückwunsch: ${who} hat bei Ihnen ein Zuhause gefunden.`,
    next: 'Wenn Sie Fragen haben oder Ihnen etwas Sorgen macht, melden Sie sich bitte.',
  },
  returned: {
    label: 'Abgeschlossen',
    now: `Die Adoption ist beendet: ${who} ist zurückgekommen.`,
    next: 'Sie müssen nichts weiter tun. Wenn es etwas gibt, das wir wissen sollten, rufen Sie bitte an, oder schreiben Sie.',
  },
  cancelled: {
    label: 'Abgeschlossen',
    now: 'Diese Adoption kommt nicht zustande.',
    next: `Wenn Sie das überrascht, melden Sie sich bitte. ${they} kann Ihnen mehr sagen.`,
  },
})

const application: FormTexts['application'] = {
  people: (shelter) => `Das Team von ${shelter}`,
  someone: 'Das Team des Tierheims',
  theAnimal: 'das Tier',
  statuses,
  outcomes,
  steps: ['Eingegangen', 'Prüfung', 'Kennenlernen', 'Entscheidung'],
  stepsLabel: 'Schritte',
  done: '(erledigt)',
  title: (status, name) => `${status}: Ihre Bewerbung${name === undefined ? '' : ` für ${name}`}`,
  heading: (name) => `Ihre Bewerbung${name === undefined ? '' : ` für ${name}`}`,
  next: 'Wie es weitergeht',
  others: 'Andere Tiere ansehen',
  sent: 'Vielen Dank. Ihre Bewerbung wurde gesendet.',
  mailed: (email) => `Wir senden die Adresse dieser Seite an ${email}. Damit finden Sie hierher zurück:`,
  notMailed: 'Bewahren Sie die Adresse dieser Seite auf. Nur damit finden Sie hierher zurück:',
  foundHome: (name, link) =>
    `${name} hat inzwischen ein Zuhause gefunden. Sie können auf eine Antwort warten oder sich für ${link} bewerben.`,
  foundHomeLink: 'ein anderes Tier',
  aside: 'Über das Tier und das Tierheim',
  times: (sent, changed) =>
    `Gesendet am ${sent}${changed === undefined ? '' : `, zuletzt geändert am ${changed}`}. Nur wer die Adresse dieser Seite hat, kann sie sehen.`,
  changedMind: 'Haben Sie es sich anders überlegt?',
  changedMindText: 'Das ist in Ordnung. Es hilft allen, wenn Sie es uns sagen.',
  withdrawPaused:
    'Wir arbeiten an dieser Website, deshalb können Sie die Bewerbung im Moment nicht zurückziehen. Bitte kommen Sie etwas später wieder.',
  withdraw: 'Bewerbung zurückziehen',
  withdrawTitle: (name) => `Möchten Sie Ihre Bewerbung${name === undefined ? '' : ` für ${name}`} zurückziehen?`,
  withdrawText:
    'Wir benachrichtigen die Menschen, denen sie vorliegt. Das lässt sich nicht rückgängig machen, aber Sie können sich wieder bewerben.',
  withdrawPrivacy: (days) =>
    `Eine zurückgezogene Bewerbung ist abgeschlossen. ${count(days, 'Tag', 'Tage')} danach werden die persönlichen Angaben gelöscht.`,
  withdrawIt: 'Zurückziehen',
  keepIt: 'Nicht zurückziehen',
  withdrawPausedTitle: 'Sie können Ihre Bewerbung im Moment nicht zurückziehen.',
  withdrawPausedText:
    'Wir arbeiten an dieser Website, und es wurde nichts geändert. Bitte kommen Sie etwas später wieder.',
  back: 'Zurück zur Bewerbung',
  erased: 'Diese Bewerbung wurde gelöscht.',
  erasedText: 'Ihr Name, Ihre Kontaktdaten und Ihre Antworten sind hier nicht mehr gespeichert.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Startseite',
  meetAnimals: 'Tiere kennenlernen',
  tryAgain: 'Noch einmal versuchen',
  notSent: 'Es wurde nichts gesendet.',
  otherSite:
    'Das Formular kam von einer anderen Website. Bitte öffnen Sie die Seite neu, und senden Sie es von dort ab.',
  tooLarge:
    'Das war zu lang. Gehen Sie zurück, kürzen Sie die längsten Antworten, und senden Sie das Formular noch einmal ab.',
  unknownFormat:
    'Wir können das Format nicht lesen. Bitte öffnen Sie die Seite neu, und senden Sie das Formular von dort ab.',
  lost: 'Diese Seite ist entlaufen.',
  lostText: 'Vielleicht ist sie umgezogen, oder die Adresse stimmt nicht ganz. Die Tiere sind noch hier.',
  wait: 'Einen Moment, bitte.',
  waitText: (time) =>
    `Aus Ihrem Netz wurden in kurzer Zeit viele Seiten geladen. Bitte versuchen Sie es in ${time} noch einmal.`,
  aMoment: 'einem Augenblick',
  seconds: (value) => count(value, 'Sekunde', 'Sekunden'),
  minutes: (value) => count(value, 'Minute', 'Minuten'),
  hours: (value) => count(value, 'Stunde', 'Stunden'),
  failed: 'Wir können diese Seite gerade nicht anzeigen.',
  failedText: 'Das liegt an uns und nicht an Ihnen. Bitte versuchen Sie es gleich noch einmal.',
  unreadable: 'Wir können diese Adresse nicht lesen.',
  unreadableText: 'Etwas daran stimmt nicht. Bitte prüfen Sie sie, oder beginnen Sie von vorn.',
  adopted: 'Dieses Tier hat ein Zuhause gefunden.',
  adoptedText: 'Das ist schon eine Weile her, deshalb gibt es die Seite nicht mehr. Andere warten noch auf Sie.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site}: Tiere zur Adoption`,
  about:
    'Ein Dienst für Tierheime: Tiere, ihre Fotos und Adoptionen, mit einer API, einer Konsole für Mitarbeitende und einer öffentlichen Website.',
  heading: 'Ein Zuhause für alle, die darauf warten.',
  text: 'Dies ist ein Dienst für die Vermittlung von Tieren. Tierheime verwalten damit ihre Tiere, Fotos und Adoptionen und zeigen die Tiere den Menschen, die eines suchen.',
  becomesSite: 'Sobald ein Tier veröffentlicht ist, wird aus dieser Seite die Adoptionsseite.',
  console: 'Konsole',
  consoleText: 'Für Mitarbeitende: Tiere hinzufügen, veröffentlichen und jede Adoption begleiten.',
  reference: 'API-Referenz',
  referenceText: 'Für Entwickler: alle Operationen, zum Ausprobieren im Browser.',
  guide: 'Die erste Anfrage',
  guideText: 'In fünf Minuten vom Schlüssel zur ersten Liste von Tieren.',
  site: 'Adoptionsseite',
  siteText: 'Was Besucher sehen. Noch ist kein Tier veröffentlicht.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': 'Wie wohnen Sie?',
  House: 'Im Haus',
  Flat: 'In einer Wohnung',
  Farm: 'Auf einem Hof',
  Other: 'Anders',
  'Do you have a garden?': 'Haben Sie einen Garten?',
  'If you rent: does your landlord allow animals?': 'Falls Sie zur Miete wohnen: Ist Tierhaltung erlaubt?',
  'Who lives in your home?': 'Wer wohnt bei Ihnen?',
  'Adults, children and their ages, other animals.': 'Erwachsene, Kinder mit ihrem Alter, andere Tiere.',
  'Which animals have you cared for before?': 'Welche Tiere haben Sie schon versorgt?',
  'For how many hours a day would the animal be alone?': 'Wie viele Stunden am Tag wäre das Tier allein?',
  'Why would you like to adopt?': 'Warum möchten Sie ein Tier adoptieren?',
}

export const germanForms: FormTexts = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}
