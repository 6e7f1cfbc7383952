import type { ApplicationStatus } from '../../adoptions/applications/application.ts'
import type { FollowedApplication } from '../../adoptions/applications/submissions.service.ts'
import type { OrderStatus } from '../../adoptions/orders/order.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import { ageOf, breedOf, dayText } from '../../animals/profiles/labels.ts'
import { fill, Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { pathOf } from '../listings/slug.ts'
import { type Look, noPhoto, type Page, type PageContent, page } from './layout.html.ts'
import type { Fragment } from './listing-card.html.ts'
import { messagePage } from './message.html.ts'
import { organizationPlace } from './organization.html.ts'
import { pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import type { SiteTexts } from './texts/english.ts'

export type ApplicationView = {
  application: FollowedApplication
  /** Undefined if it is no longer published. */
  animal: ListedAnimal | undefined
  organization: Organization | undefined
  /** Whether it can be withdrawn. */
  isOpen: boolean
  /** Whether it cannot be withdrawn now because the store is read-only. */
  isPaused: boolean
  /** The path of the secret link. */
  path: string
  origin: string
  /** Whether the applicant also received the link by mail. */
  isMailed: boolean
  /** How long the details of closed applications are stored. */
  retentionDays: number
}

type Words = {
  label: string
  now: string
  next: string
  tone: 'ok' | 'hold' | ''
  /** Only while the application is open: afterwards its steps are unknown. */
  step?: number
}

/** How each status is shown. */
const looks: Readonly<Record<ApplicationStatus, Pick<Words, 'tone' | 'step'>>> = {
  submitted: { tone: 'hold', step: 0 },
  inReview: { tone: 'hold', step: 1 },
  meetAndGreet: { tone: 'hold', step: 2 },
  homeVisit: { tone: 'hold', step: 2 },
  referenceCheck: { tone: 'hold', step: 2 },
  approved: { tone: 'ok' },
  declined: { tone: '' },
  withdrawn: { tone: '' },
}

/** Explains the status, or the outcome of an approved adoption, to the applicant. */
const wordsFor = ({ application, organization }: ApplicationView, texts: SiteTexts): Words => {
  const { status, orderStatus, petName } = application
  const { people, someone, theAnimal, statuses, outcomes } = texts.application
  const they = organization ? people(organization.name) : someone
  const who = petName ?? theAnimal
  const outcome = outcomeOf(orderStatus)
  if (outcome === undefined) return { ...statuses(they, who)[status], ...looks[status] }
  return { ...outcomes(they, who)[outcome], tone: outcome === 'adopted' ? 'ok' : '' }
}

/** Whether the page offers other animals: there will be no adoption, and the applicant has no animal. */
export const offersOthers = ({ application }: Pick<ApplicationView, 'application'>): boolean => {
  const { status, orderStatus } = application
  if (orderStatus !== undefined) return outcomeOf(orderStatus) === 'cancelled'
  return status === 'declined' || status === 'withdrawn'
}

/** Undefined while the adoption is still to come. */
const outcomeOf = (status: OrderStatus | undefined) => {
  switch (status) {
    case 'delivered':
      return 'adopted'
    case 'returned':
      return 'returned'
    case 'cancelled':
    case 'expired':
      return 'cancelled'
    default:
      return undefined
  }
}

/** The page at an applicant's secret link. */
export const applicationPage = (
  look: Look,
  view: ApplicationView,
  { isNew, others }: { isNew: boolean; others: Fragment | undefined },
): Page => {
  const { application, animal } = view
  const { status, petName } = application
  const { texts } = look
  const words = wordsFor(view, texts)
  const [photo] = animal?.photos ?? []
  const isSent = isNew && status === 'submitted'
  return secretPage(look, {
    title: texts.application.title(words.label, petName),
    css: (photo ? photoRule(photo) : '') + (others?.css ?? ''),
    main: html`<div class="page apply">${whom(look, view)}<div class="sheet"><h1 dir="auto">${texts.application.heading(petName)}</h1>${isSent && sentNotice(look, view)}<p class="state"><span class="pill ${words.tone}">${words.label}</span></p><p class="sub" dir="auto">${words.now}</p>${words.step !== undefined && progress(words.step, texts)}${foundHome(look, view)}${nextStep(words, texts)}${others && otherCards(look, others)}${view.isOpen && changeOfMind(look, view)}<p class="faint last">${times(look, view)}</p></div></div>`,
  })
}

/** Only an application that goes on has a next step. */
const nextStep = ({ next, tone }: Words, { application }: SiteTexts): Html =>
  tone === ''
    ? html`<div class="next calm"><p>${next}</p></div>`
    : html`<div class="next"><h2>${application.next}</h2><p>${next}</p></div>`

const otherCards = ({ link, texts }: Look, { html: cards }: Fragment): Html =>
  html`${cards !== '' && html`<h2>${texts.home.picks}</h2><div class="others">${new Html(cards)}</div>`}<p class="acts"><a class="btn" href="${link('/adopt')}">${texts.application.others}</a></p>`

const times = ({ language, texts }: Look, { application, organization }: ApplicationView): string => {
  const { createdAt, updatedAt } = application
  const day = (time: string) => dayText(Date.parse(time), language, organization?.address.country ?? null)
  const [sent, changed] = [day(createdAt), day(updatedAt)]
  return texts.application.times(sent, changed === sent ? undefined : changed)
}

const changeOfMind = ({ link, texts }: Look, { isPaused, path }: ApplicationView): Html => {
  const { application } = texts
  const rest = isPaused
    ? html`<p class="notice flat">${application.withdrawPaused}</p>`
    : html`<p>${application.changedMindText}</p><p class="acts"><a class="btn" href="${link(`${path}/withdraw`)}">${application.withdraw}</a></p>`
  return html`<h2>${application.changedMind}</h2>${rest}`
}

/** Shown while the store is read-only. */
export const withdrawPausedPage = (look: Look, path: string): Page => {
  const { application } = look.texts
  const { html: text, headers } = messagePage(look, {
    title: application.withdrawPausedTitle,
    text: application.withdrawPausedText,
    actions: html`<a class="btn primary big" href="${look.link(path)}">${application.back}</a>`,
  })
  return { html: text, headers: [...headers, ...hidden] }
}

/** Asks for confirmation. */
export const withdrawPage = (look: Look, view: ApplicationView): Page => {
  const { link, texts } = look
  const { application } = texts
  const title = application.withdrawTitle(view.application.petName)
  return secretPage(look, {
    title,
    // With `no-referrer`, browsers would not show which page the form comes from either.
    referrer: 'same-origin',
    main: html`<section class="message"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><h1 dir="auto">${title}</h1><p>${application.withdrawText}</p><form class="acts" method="post" action="${link(`${view.path}/withdraw`)}"><button class="btn primary big" id="withdraw" type="submit">${application.withdrawIt}</button><a class="btn big" href="${link(view.path)}">${application.keepIt}</a></form><p class="faint">${application.withdrawPrivacy(view.retentionDays)}</p></section>`,
  })
}

/** Shown in place of an application whose data was erased. */
export const erasedPage = (look: Look): Page => {
  const { application, messages } = look.texts
  const { html: text, headers } = messagePage(look, {
    title: application.erased,
    text: application.erasedText,
    actions: html`<a class="btn primary big" href="${look.link('/')}">${messages.startPage}</a>`,
  })
  return { html: text, headers: [...headers, ...hidden] }
}

const secretPage = (look: Look, { title, main, ...content }: PageContent & { main: Html }): Page => {
  const made = page(look, {
    referrer: 'no-referrer',
    ...content,
    isHidden: true,
    title: `${title} - ${look.name}`,
    main: html`${pawSymbol}${main}`,
  })
  return { ...made, headers: [...made.headers, ...hidden] }
}

/** Keeps secret addresses out of search engines. */
const hidden = ['x-robots-tag', 'noindex, nofollow']

const sentNotice = ({ link, texts }: Look, view: ApplicationView): Html => {
  const { path, origin, isMailed, application } = view
  const { sent, mailed, notMailed } = texts.application
  const email = application.applicant?.email
  return html`<div class="sent" role="status"><h2>${sent}</h2><p>${isMailed ? fill(mailed, html`<bdi>${email}</bdi>`) : notMailed}</p><p><a href="${link(path)}">${origin + path}</a></p></div>`
}

const progress = (step: number, { application }: SiteTexts): Html =>
  html`<ol class="progress" aria-label="${application.stepsLabel}">${application.steps.map((name, at) => html`<li${at < step && html` class="done"`}${at === step && html` aria-current="step"`}>${name}${at < step && html`<span class="hide"> ${application.done}</span>`}</li>`)}</ol>`

/** Shown if somebody else has adopted the animal. */
const foundHome = ({ link, texts }: Look, { animal, isOpen }: ApplicationView): Html | false => {
  if (!isOpen || animal?.status !== 'sold') return false
  const { foundHome: sentence, foundHomeLink } = texts.application
  const others = html`<a href="${link('/adopt')}">${foundHomeLink}</a>`
  return html`<p class="notice flat">${fill((slot) => sentence(animal.name, slot), others)}</p>`
}

const whom = ({ link, texts }: Look, view: ApplicationView): Html => {
  const { animal, application, organization } = view
  const { petName } = application
  const [photo] = animal?.photos ?? []
  const sizes = '(max-width: 860px) 84px, 30vw'
  const drawn =
    photo && petName !== undefined
      ? picture({
          photo,
          sizes,
          maxWidth: 1_280,
          isFirst: true,
          alt: texts.layout.photoOf(petName),
        })
      : noPhoto(texts)
  const { animals } = texts
  const line = animal && [breedOf(animal, animals), ageOf(animal, animals)].filter(Boolean).join(', ')
  return html`<aside class="whom" aria-label="${texts.application.aside}">${petName !== undefined && html`<div class="face"><div class="pic">${drawn}</div><div><p class="who">${animal ? html`<a href="${link(pathOf(animal))}"><bdi>${petName}</bdi></a>` : html`<bdi>${petName}</bdi>`}</p>${line && html`<p class="muted"><bdi>${line}</bdi></p>`}</div></div>`}${organization && organizationPlace(organization)}</aside>`
}
