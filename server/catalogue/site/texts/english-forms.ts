import type { ApplicationStatus } from '../../../adoptions/applications/application.ts'
import type { QuestionKind } from '../../../adoptions/forms/form.ts'
import { counting } from '../../../animals/profiles/labels.ts'
import type { Sex } from '../../../animals/profiles/profile-values.ts'

const { number, count } = counting('en')

const apply = {
  title: (name: string) => `Apply to adopt ${name}`,
  notSent: (title: string) => `Not sent: ${title}`,
  lead: (shelter: string) =>
    `It takes about ten minutes, and you don't need an account. Your answers go to ${shelter} and are not published.`,
  /** In place of the name of the shelter. */
  carers: (sex: Sex | null) =>
    `the people who care for ${sex === null ? 'this animal' : sex === 'female' ? 'her' : 'him'}`,
  onHold: "Someone else is first in line. You can still apply, in case it doesn't work out.",
  aboutYou: 'About you',
  questions: 'A few questions',
  name: 'Your name',
  email: 'Email address',
  phone: 'Telephone number',
  optional: '(optional)',
  yes: 'Yes',
  no: 'No',
  noAnswer: 'No answer',
  choose: 'Choose',
  trap: 'Leave this empty',
  privacy: (days: number) =>
    `We use your details only to decide about this adoption and to contact you about it. The details in your application are erased ${count(days, 'day', 'days')} after it is closed.`,
  send: 'Send application',
  afterwards: 'You will get a link where you can follow your application or withdraw it.',
  error: 'Error:',
  toCorrect: (faults: number) =>
    faults === 1 ? 'Please check one answer.' : `Please check ${number(faults)} answers.`,
  nothingSent: 'Your application was not sent.',
  stale: 'This page was open for more than a day. Please check your answers and send them again.',
  paused:
    "We are working on this site and can't take applications right now. Your answers are still here: keep this page open, and send them again in a little while.",
  quick: 'That was faster than anyone can type. Please check your answers and send them again.',
  trapped:
    'A field that visitors do not see was filled in, perhaps by your browser. It is empty again: please check your answers and send them once more.',
  formChanged: 'The questions have changed since you opened this page. Please check your answers and send them again.',
  tooMany: (wait: string) =>
    `We have received many applications from this email address or your network. You can send this one ${wait}: keep this page open until then.`,
  inAMinute: 'in a minute',
  inMinutes: (minutes: number) => `in ${count(minutes, 'minute', 'minutes')}`,
  inHours: (hours: number) => `in ${count(hours, 'hour', 'hours')}`,
  sentBefore: (link: string) =>
    `You have already sent an application from this page: ${link}. To send this one as well, send it again.`,
  sentBeforeLink: 'see how it is going',
  closed: (name: string) => `${name} has found a home.`,
  closedMeanwhile: 'That happened while you were writing, so nothing was sent.',
  closedBefore: 'Applications are closed.',
  othersWait: 'Others are still waiting for you.',
  meetAnimals: 'Meet the animals',
  pausedTitle: 'Applications are paused.',
  pausedFor: (name: string) =>
    `We are working on this site, so you can't apply to adopt ${name} right now. Please come back in a little while.`,
  tryAgain: 'Try again',
  backTo: (name: string) => `Back to ${name}`,
}

const kinds = <Texts extends Record<QuestionKind, string>>(texts: Texts): Record<QuestionKind, string> => texts

/** What is wrong with an answer, by the kind of its question. */
const faults = {
  missing: kinds({
    text: 'Please answer this question.',
    longText: 'Please answer this question.',
    choice: 'Choose an answer.',
    choices: 'Choose at least one answer.',
    yesNo: 'Choose yes or no.',
    number: 'Enter a number.',
    date: 'Enter a date.',
    email: 'Enter your email address.',
    phone: 'Enter a telephone number.',
  }),
  wrong: kinds({
    text: 'Use one line of plain text.',
    longText: 'Use plain text: some of these characters cannot be shown.',
    choice: 'Choose one of the answers.',
    choices: 'Choose from the answers, each no more than once.',
    yesNo: 'Choose yes or no.',
    number: 'Enter a number in digits, such as 2 or 2.5.',
    date: 'Enter a date that exists, such as 2026-11-22.',
    email: 'Enter a full email address, such as name@example.org.',
    phone: 'Enter a telephone number in digits, such as +44 20 7946 0000.',
  }),
  name: 'Enter your name.',
  webAddress: 'Enter your name without a web address.',
  tooLong: (most: number, length: number) => `Use at most ${number(most)} characters. You have used ${number(length)}.`,
}

type Step = { label: string; now: string; next: string }

/** `they` is `people` or `someone`, and begins a sentence. `who` is the animal. */
const statuses = (they: string, who: string): Record<ApplicationStatus, Step> => ({
  submitted: {
    label: 'Received',
    now: `${they} have your application.`,
    next: "Someone will read it, and then write to you or call. There's nothing you need to do until then.",
  },
  inReview: {
    label: 'In review',
    now: `${they} are reading your application.`,
    next: 'They may contact you with questions. If it looks like a good match, they will invite you to meet.',
  },
  meetAndGreet: {
    label: 'Meeting',
    now: `${they} would like you to meet ${who}.`,
    next: 'Arrange a day with them, and bring everyone who lives in your home.',
  },
  homeVisit: {
    label: 'Home visit',
    now: `${they} would like to visit you at home.`,
    next: "Arrange a day with them. The visit is about what the animal needs, so you don't have to tidy up.",
  },
  referenceCheck: {
    label: 'References',
    now: `${they} are contacting your references.`,
    next: 'You will hear from them once they have talked to the people you named.',
  },
  approved: {
    label: 'Approved',
    now: `Good news: you can adopt ${who}.`,
    next: `${they} will contact you to arrange when to sign the contract and take ${who} home.`,
  },
  declined: {
    label: 'Declined',
    now: `We're sorry. ${they} have decided not to go ahead with your application.`,
    next: 'Thank you for offering a home. If you would like to know the reason, please ask them. Other animals are still waiting, and you are welcome to apply again.',
  },
  withdrawn: {
    label: 'Withdrawn',
    now: 'This application has been withdrawn.',
    next: 'If you change your mind, you can apply again.',
  },
})

/** What became of an approved adoption. */
const outcomes = (they: string, who: string): Record<'adopted' | 'returned' | 'cancelled', Step> => ({
  adopted: {
    label: 'Adopted',
    now: `Congratulations: ${who} has found a home with you.`,
    next: 'If you have questions, or if something worries you, please contact the shelter.',
  },
  returned: {
    label: 'Closed',
    now: `The adoption has ended, and ${who} is back at the shelter.`,
    next: `There's nothing more you need to do. If the shelter should know anything else about ${who}, please call or write.`,
  },
  cancelled: {
    label: 'Closed',
    now: 'This adoption is not going ahead.',
    next: `If you were not expecting this, please get in touch. ${they} can tell you more.`,
  },
})

const application = {
  people: (shelter: string) => `The people at ${shelter}`,
  someone: 'The people at the shelter',
  theAnimal: 'the animal',
  statuses,
  outcomes,
  steps: ['Received', 'Review', 'Getting to know you', 'Decision'],
  stepsLabel: 'Steps',
  done: '(done)',
  title: (status: string, name: string | undefined) =>
    `${status}: your application${name === undefined ? '' : ` for ${name}`}`,
  heading: (name: string | undefined) => `Your application${name === undefined ? '' : ` for ${name}`}`,
  next: 'What happens next',
  others: 'See other animals',
  sent: 'Thank you. Your application has been sent.',
  mailed: (email: string) => `We are sending the address of this page to ${email}. You can come back here with it:`,
  notMailed: 'Keep the address of this page. It is the only way back here:',
  foundHome: (name: string, link: string) =>
    `${name} has found a home in the meantime. You can wait to hear from them, or apply for ${link}.`,
  foundHomeLink: 'another animal',
  aside: 'About the animal and its shelter',
  times: (sent: string, changed: string | undefined) =>
    `Sent on ${sent}${changed === undefined ? '' : `, last changed on ${changed}`}. Only people who have the address of this page can see it.`,
  changedMind: 'Changed your mind?',
  changedMindText: "That's all right. It helps everyone if you let us know.",
  withdrawPaused:
    "We are working on this site, so you can't withdraw the application right now. Please come back in a little while.",
  withdraw: 'Withdraw the application',
  withdrawTitle: (name: string | undefined) => `Withdraw your application${name === undefined ? '' : ` for ${name}`}?`,
  withdrawText: 'We will let the shelter know. You cannot undo this, but you can apply again.',
  withdrawPrivacy: (days: number) =>
    `A withdrawn application is closed. Its personal details are erased ${count(days, 'day', 'days')} later.`,
  withdrawIt: 'Withdraw it',
  keepIt: 'Keep it',
  withdrawPausedTitle: "You can't withdraw your application right now.",
  withdrawPausedText: 'We are working on this site, and nothing was changed. Please come back in a little while.',
  back: 'Back to the application',
  erased: 'This application has been erased.',
  erasedText: 'We no longer have your name, your contact details or your answers.',
}

const messages = {
  startPage: 'Start page',
  meetAnimals: 'Meet the animals',
  tryAgain: 'Try again',
  notSent: 'Nothing was sent.',
  otherSite: 'The form came from another site. Please open the page again, and send it from there.',
  tooLarge: 'It was too long. Go back, shorten the longest answers, and send it again.',
  unknownFormat: 'We cannot read the format it came in. Please open the page again, and send it from there.',
  lost: 'This page has wandered off.',
  lostText: 'It may have moved, or its address is not quite right. The animals are still here.',
  wait: 'One moment, please.',
  waitText: (time: string) => `Many pages were loaded from your network in a short time. Please try again in ${time}.`,
  aMoment: 'a moment',
  seconds: (value: number) => count(value, 'second', 'seconds'),
  minutes: (value: number) => count(value, 'minute', 'minutes'),
  hours: (value: number) => count(value, 'hour', 'hours'),
  failed: "We can't show this page right now.",
  failedText: 'This is our fault, not yours. Please try again in a moment.',
  unreadable: "We can't read this address.",
  unreadableText: 'Something in it is not right. Please check it, or start again.',
  adopted: 'This animal has found a home.',
  adoptedText: 'That was some time ago, so its page is gone. Others are still waiting for you.',
}

/** The start page while nothing is published. */
const frontDoor = {
  title: (site: string) => `${site}: animals for adoption`,
  about:
    'A service for animal shelters: animals, their photos and adoptions, with an API, a console for staff and a public site.',
  heading: 'A home for everyone who is waiting for one.',
  text: 'This is an animal adoption store. Shelters use it for their animals, photos and adoptions, and to show the animals to people who are looking for one.',
  becomesSite: 'As soon as an animal is published, this page becomes the adoption site.',
  console: 'Console',
  consoleText: 'For staff: add animals, publish them, and follow each adoption.',
  reference: 'API reference',
  referenceText: 'For developers: every operation, to try in your browser.',
  guide: 'First request',
  guideText: 'From a key to the first list of animals in five minutes.',
  site: 'Adoption site',
  siteText: 'What visitors see. No animals are published yet.',
}

/** The texts of the form that every store begins with; other forms are in their shelters' own words. */
const firstForm: Record<string, string> = {}

export const englishForms = {
  apply,
  faults,
  application,
  messages,
  frontDoor,
  firstForm,
}

export type FormTexts = typeof englishForms
