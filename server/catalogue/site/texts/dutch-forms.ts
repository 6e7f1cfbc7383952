import { counting } from '../../../animals/profiles/labels.ts'
import type { FormTexts } from './english-forms.ts'

const { number, count } = counting('nl')

const apply: FormTexts['apply'] = {
  title: (name) => `Adoptie van ${name} aanvragen`,
  notSent: (title) => `Niet verzonden: ${title}`,
  lead: (shelter) =>
    `Dat duurt ongeveer tien minuten, en je hebt geen account nodig. Je antwoorden gaan naar ${shelter} en worden niet gepubliceerd.`,
  carers: (sex) => `de mensen die voor ${sex === 'female' ? 'haar' : sex === 'male' ? 'hem' : 'dit dier'} zorgen`,
  onHold:
    'Op dit moment is iemand anders eerst aan de beurt. Je kunt toch een aanvraag doen, voor het geval het niet doorgaat.',
  aboutYou: 'Over jou',
  questions: 'Een paar vragen',
  name: 'Je naam',
  email: 'E-mailadres',
  phone: 'Telefoonnummer',
  optional: '(niet verplicht)',
  yes: 'Ja',
  no: 'Nee',
  noAnswer: 'Geen antwoord',
  choose: 'Maak een keuze',
  trap: 'Laat dit veld leeg',
  privacy: (days) =>
    `We gebruiken je gegevens alleen om over deze adoptie te beslissen en om daarover contact met je op te nemen. De gegevens in je aanvraag worden ${count(days, 'dag', 'dagen')} na het afsluiten ervan gewist.`,
  send: 'Aanvraag versturen',
  afterwards: 'Je krijgt een link waarmee je je aanvraag kunt volgen of intrekken.',
  error: 'Fout:',
  toCorrect: (faults) => (faults === 1 ? 'Controleer één antwoord.' : `Controleer ${number(faults)} antwoorden.`),
  nothingSent: 'Je aanvraag is niet verzonden.',
  stale: 'Deze pagina stond langer dan een dag open. Controleer je antwoorden en verstuur ze opnieuw.',
  paused:
    'We werken aan deze site en kunnen nu geen aanvragen ontvangen. Je antwoorden staan er nog: houd deze pagina open, en verstuur ze straks opnieuw.',
  quick: 'Dat was sneller dan iemand kan typen. Controleer je antwoorden en verstuur ze opnieuw.',
  trapped:
    'Een veld dat bezoekers niet zien, was ingevuld, misschien door je browser. Het is nu weer leeg: controleer je antwoorden en verstuur ze nog een keer.',
  formChanged: 'De vragen zijn veranderd sinds je deze pagina opende. Controleer je antwoorden en verstuur ze opnieuw.',
  tooMany: (wait) =>
    `We hebben veel aanvragen ontvangen van dit e-mailadres of uit je netwerk. Deze kun je ${wait} versturen: houd de pagina tot dan open.`,
  inAMinute: 'over een minuut',
  inMinutes: (minutes) => `over ${count(minutes, 'minuut', 'minuten')}`,
  inHours: (hours) => `over ${count(hours, 'uur', 'uur')}`,
  sentBefore: (link) =>
    `Je hebt vanaf deze pagina al een aanvraag verstuurd: ${link}. Wil je deze ook versturen, verstuur hem dan opnieuw.`,
  sentBeforeLink: 'bekijk hoe het ermee staat',
  closed: (name) => `${name} heeft een thuis gevonden.`,
  closedMeanwhile: 'Dat gebeurde terwijl je schreef, dus er is niets verzonden.',
  closedBefore: 'Daarom is een aanvraag niet meer mogelijk.',
  othersWait: 'Anderen wachten nog op je.',
  meetAnimals: 'Maak kennis met de dieren',
  pausedTitle: 'Aanvragen zijn even niet mogelijk.',
  pausedFor: (name) =>
    `We werken aan deze site, dus je kunt nu geen aanvraag doen voor ${name}. Kom straks nog eens terug.`,
  tryAgain: 'Opnieuw proberen',
  backTo: (name) => `Terug naar ${name}`,
}

const faults: FormTexts['faults'] = {
  missing: {
    text: 'Beantwoord deze vraag.',
    longText: 'Beantwoord deze vraag.',
    choice: 'Kies een antwoord.',
    choices: 'Kies ten minste één antwoord.',
    yesNo: 'Kies ja of nee.',
    number: 'Vul een getal in.',
    date: 'Vul een datum in.',
    email: 'Vul je e-mailadres in.',
    phone: 'Vul een telefoonnummer in.',
  },
  wrong: {
    text: 'Gebruik één regel gewone tekst.',
    longText: 'Gebruik gewone tekst: sommige van deze tekens kunnen niet worden getoond.',
    choice: 'Kies een van de antwoorden.',
    choices: 'Kies uit de antwoorden, elk hoogstens één keer.',
    yesNo: 'Kies ja of nee.',
    number: 'Vul een getal in cijfers in, zoals 2 of 2,5.',
    date: 'Vul een datum in die bestaat, zoals 2026-11-22.',
    email: 'Vul een volledig e-mailadres in, zoals naam@example.org.',
    phone: 'Vul een telefoonnummer in cijfers in, zoals +31 20 123 45 67.',
  },
  name: 'Vul je naam in.',
  webAddress: 'Vul je naam in zonder webadres.',
  tooLong: (most, length) => `Gebruik hoogstens ${number(most)} tekens. Het zijn er ${number(length)}.`,
}

const statuses: FormTexts['application']['statuses'] = (they, who) => ({
  submitted: {
    label: 'Ontvangen',
    now: `${they} heeft je aanvraag ontvangen.`,
    next: 'Iemand leest hem, en schrijft of belt je daarna. Tot dan hoef je niets te doen.',
  },
  inReview: {
    label: 'In behandeling',
    now: `${they} leest je aanvraag.`,
    next: 'Misschien krijg je nog vragen. Als jullie bij elkaar lijken te passen, word je uitgenodigd om kennis te maken.',
  },
  meetAndGreet: {
    label: 'Kennismaking',
    now: `${they} wil je graag laten kennismaken met ${who}.`,
    next: 'Spreek een dag af, en neem iedereen mee die bij je woont.',
  },
  homeVisit: {
    label: 'Huisbezoek',
    now: `${they} wil graag bij je thuis langskomen.`,
    next: 'Spreek een dag af. Het gaat erom wat het dier nodig heeft, dus je hoeft niet op te ruimen.',
  },
  referenceCheck: {
    label: 'Referenties',
    now: `${they} neemt contact op met je referenties.`,
    next: 'Je hoort van ons wanneer we de mensen hebben gesproken die je hebt genoemd.',
  },
  approved: {
    label: 'Goedgekeurd',
    now: `Goed nieuws: je kunt ${who} adopteren.`,
    next: 'We nemen contact met je op over de dag, het contract en de reis naar huis.',
  },
  declined: {
    label: 'Afgewezen',
    now: `Het spijt ons. ${they} heeft besloten niet verder te gaan met je aanvraag.`,
    next: 'Bedankt dat je een thuis hebt aangeboden. Wil je de reden weten, vraag er dan gerust naar. Anderen wachten nog, en je mag altijd opnieuw een aanvraag doen.',
  },
  withdrawn: {
    label: 'Ingetrokken',
    now: 'Deze aanvraag is ingetrokken.',
    next: 'Verander je van gedachten, dan kun je opnieuw een aanvraag doen.',
  },
})

const outcomes: FormTexts['application']['outcomes'] = (they, who) => ({
  adopted: {
    label: 'Geadopteerd',
    now: `Gefeliciteerd: ${who} heeft bij jou een thuis gevonden.`,
    next: 'Heb je vragen, of maak je je ergens zorgen over, neem dan contact met ons op.',
  },
  returned: {
    label: 'Afgesloten',
    now: `De adoptie is beëindigd: ${who} is weer terug.`,
    next: 'Je hoeft verder niets te doen. Is er iets dat we moeten weten, bel of schrijf ons dan.',
  },
  cancelled: {
    label: 'Afgesloten',
    now: 'Deze adoptie gaat niet door.',
    next: `Verrast dit je, neem dan contact op. ${they} kan je meer vertellen.`,
  },
})

const application: FormTexts['application'] = {
  people: (shelter) => `Het team van ${shelter}`,
  someone: 'Het team van het asiel',
  theAnimal: 'het dier',
  statuses,
  outcomes,
  steps: ['Ontvangen', 'Behandeling', 'Kennismaking', 'Besluit'],
  stepsLabel: 'Stappen',
  done: '(klaar)',
  title: (status, name) => `${status}: je aanvraag${name === undefined ? '' : ` voor ${name}`}`,
  heading: (name) => `Je aanvraag${name === undefined ? '' : ` voor ${name}`}`,
  next: 'Hoe het verdergaat',
  others: 'Bekijk andere dieren',
  sent: 'Bedankt. Je aanvraag is verzonden.',
  mailed: (email) => `We sturen het adres van deze pagina naar ${email}. Daarmee kom je hier terug:`,
  notMailed: 'Bewaar het adres van deze pagina. Alleen daarmee kom je hier terug:',
  foundHome: (name, link) =>
    `${name} heeft intussen een thuis gevonden. Je kunt op een antwoord wachten, of een aanvraag doen voor ${link}.`,
  foundHomeLink: 'een ander dier',
  aside: 'Over het dier en het asiel',
  times: (sent, changed) =>
    `Verzonden op ${sent}${changed === undefined ? '' : `, laatst gewijzigd op ${changed}`}. Alleen wie het adres van deze pagina heeft, kan hem zien.`,
  changedMind: 'Van gedachten veranderd?',
  changedMindText: 'Dat geeft niet. Je helpt iedereen als je het ons laat weten.',
  withdrawPaused: 'We werken aan deze site, dus je kunt de aanvraag nu niet intrekken. Kom straks nog eens terug.',
  withdraw: 'Aanvraag intrekken',
  withdrawTitle: (name) => `Wil je je aanvraag${name === undefined ? '' : ` voor ${name}`} intrekken?`,
  withdrawText:
    'We laten het de mensen weten die hem hebben. Je kunt dit niet ongedaan maken, maar wel opnieuw een aanvraag doen.',
  withdrawPrivacy: (days) =>
    `Een ingetrokken aanvraag is afgesloten. De persoonlijke gegevens worden ${count(days, 'dag', 'dagen')} later gewist.`,
  withdrawIt: 'Intrekken',
  keepIt: 'Niet intrekken',
  withdrawPausedTitle: 'Je kunt je aanvraag nu niet intrekken.',
  withdrawPausedText: 'We werken aan deze site, en er is niets veranderd. Kom straks nog eens terug.',
  back: 'Terug naar de aanvraag',
  erased: 'Deze aanvraag is gewist.',
  erasedText: 'We hebben je naam, je contactgegevens en je antwoorden niet meer.',
}

const messages: FormTexts['messages'] = {
  startPage: 'Beginpagina',
  meetAnimals: 'Maak kennis met de dieren',
  tryAgain: 'Opnieuw proberen',
  notSent: 'Er is niets verzonden.',
  otherSite: 'Het formulier kwam van een andere site. Open de pagina opnieuw, en verstuur het van daaruit.',
  tooLarge: 'Het was te lang. Ga terug, maak de langste antwoorden korter, en verstuur het opnieuw.',
  unknownFormat: 'We kunnen dit formaat niet lezen. Open de pagina opnieuw, en verstuur het formulier van daaruit.',
  lost: 'Deze pagina is weggelopen.',
  lostText: 'Misschien is hij verhuisd, of klopt het adres niet helemaal. De dieren zijn er nog.',
  wait: 'Een ogenblik geduld.',
  waitText: (time) => `Vanuit je netwerk zijn in korte tijd veel pagina’s geopend. Probeer het over ${time} opnieuw.`,
  aMoment: 'een ogenblik',
  seconds: (value) => count(value, 'seconde', 'seconden'),
  minutes: (value) => count(value, 'minuut', 'minuten'),
  hours: (value) => count(value, 'uur', 'uur'),
  failed: 'We kunnen deze pagina nu niet tonen.',
  failedText: 'Dat ligt aan ons, niet aan jou. Probeer het zo meteen opnieuw.',
  unreadable: 'We kunnen dit adres niet lezen.',
  unreadableText: 'Er klopt iets niet. Controleer het, of begin opnieuw.',
  adopted: 'Dit dier heeft een thuis gevonden.',
  adoptedText: 'Dat is al een tijd geleden, dus de pagina is er niet meer. Anderen wachten nog op je.',
}

const frontDoor: FormTexts['frontDoor'] = {
  title: (site) => `${site}: dieren ter adoptie`,
  about:
    'Een dienst voor dierenasielen: dieren, hun foto’s en adopties, met een API, een console voor medewerkers en een openbare site.',
  heading: 'Een thuis voor iedereen die erop wacht.',
  text: 'Dit is een dienst voor het adopteren van dieren. Asielen beheren er hun dieren, foto’s en adopties mee, en tonen de dieren aan mensen die er een zoeken.',
  becomesSite: 'Zodra er een dier is gepubliceerd, wordt deze pagina de adoptiesite.',
  console: 'Beheerconsole',
  consoleText: 'Voor medewerkers: dieren toevoegen, publiceren en elke adoptie volgen.',
  reference: 'API-naslag',
  referenceText: 'Voor ontwikkelaars: elke bewerking, om in je browser te proberen.',
  guide: 'Eerste verzoek',
  guideText: 'In vijf minuten van een sleutel naar de eerste lijst met dieren.',
  site: 'Adoptiesite',
  siteText: 'Wat bezoekers zien. Er zijn nog geen dieren gepubliceerd.',
}

const firstForm: FormTexts['firstForm'] = {
  'What is your home like?': 'Hoe woon je?',
  House: 'Huis',
  Flat: 'Appartement',
  Farm: 'Boerderij',
  Other: 'Anders',
  'Do you have a garden?': 'Heb je een tuin?',
  'If you rent: does your landlord allow animals?': 'Als je huurt: zijn huisdieren toegestaan?',
  'Who lives in your home?': 'Wie wonen er bij je?',
  'Adults, children and their ages, other animals.': 'Volwassenen, kinderen en hun leeftijd, andere dieren.',
  'Which animals have you cared for before?': 'Voor welke dieren heb je eerder gezorgd?',
  'For how many hours a day would the animal be alone?': 'Hoeveel uur per dag zou het dier alleen zijn?',
  'Why would you like to adopt?': 'Waarom wil je adopteren?',
}

export const dutchForms: FormTexts = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}
