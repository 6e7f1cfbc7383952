import type { ApplicationStatus } from '../../adoptions/applications/application.ts'
import type { FollowedApplication } from '../../adoptions/applications/submissions.service.ts'
import type { OrderStatus } from '../../adoptions/orders/order.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import { ageOf, breedOf } from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { type Look, type Page, type PageContent, page } from './layout.html.ts'
import { messagePage } from './message.html.ts'
import { organizationPlace } from './organization.html.ts'
import { noPhoto, pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { pathOf } from './slug.ts'

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
}

type Words = {
  label: string
  tone: 'ok' | 'hold' | ''
  now: string
  next: string
  /** Only while the application is open: afterwards, nobody knows which steps it took. */
  step?: number
  /** Whether to offer other animals. */
  hasOthers?: boolean
}

const steps = ['Received', 'Review', 'Getting to know you', 'Decision']

/** Explains each status to the applicant. */
const wordsFor = (status: ApplicationStatus, who: string, they: string): Words => {
  const words: Record<ApplicationStatus, Words> = {
    submitted: {
      ...{ label: 'Received', tone: 'hold', step: 0, now: `${they} have your application.` },
      next: 'Someone will read it, and then write to you or call. Until then, there is nothing you need to do.',
    },
    inReview: {
      ...{
        label: 'In review',
        tone: 'hold',
        step: 1,
        now: `${they} are reading your application.`,
      },
      next: 'They may contact you with questions. If it looks like a good match, they will invite you to meet.',
    },
    meetAndGreet: {
      ...{ label: 'Meeting', tone: 'hold', step: 2, now: `${they} would like you to meet ${who}.` },
      next: 'Arrange a day with them, and bring everybody who lives in your home.',
    },
    homeVisit: {
      ...{
        label: 'Home visit',
        tone: 'hold',
        step: 2,
        now: `${they} would like to visit you at home.`,
      },
      next: 'Arrange a day with them. The visit is about what the animal needs, and not about a tidy home.',
    },
    referenceCheck: {
      ...{ label: 'References', tone: 'hold', step: 2, now: `${they} are asking your references.` },
      next: 'They will contact you when they have talked to the people you named.',
    },
    approved: {
      ...{ label: 'Approved', tone: 'ok', now: `Good news: you can adopt ${who}.` },
      next: 'They will contact you to arrange a day, the contract and the journey home.',
    },
    declined: {
      ...{
        label: 'Declined',
        tone: '',
        now: `We're sorry. ${they} have decided not to go ahead with your application.`,
      },
      next: 'Thank you for offering a home. If you would like to know the reason, please ask them. Others are still waiting, and you are welcome to apply again.',
      hasOthers: true,
    },
    withdrawn: {
      ...{ label: 'Withdrawn', tone: '', now: 'This application is withdrawn.' },
      next: 'If you change your mind, you can apply again.',
      hasOthers: true,
    },
  }
  return words[status]
}

/** Explains what has become of an approved adoption; undefined while it is still to come. */
const wordsForOrder = (
  status: OrderStatus | undefined,
  who: string,
  they: string,
): Words | undefined => {
  switch (status) {
    case 'delivered':
      return {
        ...{
          label: 'Adopted',
          tone: 'ok',
          now: `Congratulations: ${who} has found a home with you.`,
        },
        next: 'If you have questions, or if something worries you, get in touch with them.',
      }
    case 'returned':
      return {
        ...{ label: 'Closed', tone: '', now: `The adoption has ended: ${who} came back.` },
        next: 'There is nothing more you have to do. Is there something they should know? Please call or write.',
      }
    case 'cancelled':
    case 'expired':
      return {
        ...{ label: 'Closed', tone: '', now: 'This adoption will not take place.' },
        next: `If this surprises you, get in touch. ${they} can tell you more.`,
      }
    default:
      return undefined
  }
}

/** What an applicant sees at the secret link. */
export const applicationPage = (look: Look, view: ApplicationView, isNew: boolean): Page => {
  const { application, animal, organization } = view
  const { status, orderStatus, petName } = application
  const they = organization ? `The people at ${organization.name}` : 'The people at the shelter'
  const who = petName ?? 'the animal'
  const words = wordsForOrder(orderStatus, who, they) ?? wordsFor(status, who, they)
  const [photo] = animal?.photos ?? []
  const isSent = isNew && status === 'submitted'
  return secretPage(look, {
    title: `${words.label}: your application${petName === undefined ? '' : ` for ${petName}`}`,
    css: photo ? photoRule(photo) : '',
    main: html`<div class="page apply">${whom(view)}<div class="sheet"><h1 dir="auto">${aboutOf(application)}</h1>${isSent && sentNotice(view)}<p class="state"><span class="pill ${words.tone}">${words.label}</span></p><p class="sub" dir="auto">${words.now}</p>${words.step !== undefined && progress(words.step)}${foundHome(view)}<h2>What happens next</h2><p>${words.next}</p>${words.hasOthers && html`<p class="acts"><a class="btn" href="/adopt">See other animals</a></p>`}${view.isOpen && changeOfMind(view)}<p class="faint last">Sent on ${dayText(application.createdAt)}${application.updatedAt !== application.createdAt && `, last changed on ${dayText(application.updatedAt)}`}. Only people who have the address of this page can see it.</p></div></div>`,
  })
}

const changeOfMind = ({ isPaused, path }: ApplicationView): Html =>
  isPaused
    ? html`<h2>Changed your mind?</h2><p class="notice flat">We are working on this site, so you can't withdraw the application right now. Please come back in a little while.</p>`
    : html`<h2>Changed your mind?</h2><p>That's all right. It helps everybody if you say so.</p><p class="acts"><a class="btn" href="${path}/withdraw">Withdraw the application</a></p>`

/** Shown while the store is read-only. */
export const withdrawPausedPage = (look: Look, path: string): Page => {
  const { html: text, headers } = messagePage(look, {
    title: "You can't withdraw your application right now.",
    text: 'We are working on this site, and nothing was changed. Please come back in a little while.',
    actions: html`<a class="btn primary big" href="${path}">Back to the application</a>`,
  })
  return { html: text, headers: [...headers, ...hidden] }
}

/** Asks for confirmation. */
export const withdrawPage = (look: Look, view: ApplicationView): Page => {
  const { application } = view
  const title = `Withdraw ${aboutOf(application, 'your')}?`
  return secretPage(look, {
    title,
    // With `no-referrer`, browsers would not show which page the form comes from either.
    referrer: 'same-origin',
    main: html`<section class="message"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><h1 dir="auto">${title}</h1><p>We will notify the people who have it. You cannot undo this, but you can apply again.</p><form class="acts" method="post" action="${view.path}/withdraw"><button class="btn primary big" id="withdraw" type="submit">Withdraw it</button><a class="btn big" href="${view.path}">Keep it</a></form></section>`,
  })
}

/** Shown in place of an application whose data was erased. */
export const erasedPage = (look: Look): Page => {
  const { html: text, headers } = messagePage(look, {
    title: 'This application has been erased.',
    text: 'Nothing of what you wrote is kept here any more: neither your name, nor your address, nor your answers.',
    actions: html`<a class="btn primary big" href="/">Start page</a>`,
  })
  return { html: text, headers: [...headers, ...hidden] }
}

const secretPage = (
  look: Look,
  { title, main, ...content }: PageContent & { main: Html },
): Page => {
  const made = page(look, {
    ...{ referrer: 'no-referrer', ...content, isHidden: true },
    title: `${title} - ${look.name}`,
    main: html`${pawSymbol}${main}`,
  })
  return { ...made, headers: [...made.headers, ...hidden] }
}

/** Keeps secret addresses out of search engines. */
const hidden = ['x-robots-tag', 'noindex, nofollow']

const aboutOf = ({ petName }: FollowedApplication, your = 'Your'): string =>
  petName === undefined ? `${your} application` : `${your} application for ${petName}`

const sentNotice = ({ path, origin, isMailed, application }: ApplicationView): Html =>
  html`<div class="sent" role="status"><h2>Thank you. Your application has been sent.</h2><p>${isMailed ? html`We are sending the address of this page to <bdi>${application.applicant?.email}</bdi>. It is the way back here:` : 'Keep the address of this page. It is the only way back here:'}</p><p><a href="${path}">${origin + path}</a></p></div>`

const progress = (step: number): Html =>
  html`<ol class="progress" aria-label="Steps">${steps.map((name, at) => html`<li${at < step && html` class="done"`}${at === step && html` aria-current="step"`}>${name}${at < step && html`<span class="hide"> (done)</span>`}</li>`)}</ol>`

/** Shown if somebody else has adopted the animal. */
const foundHome = ({ animal, isOpen }: ApplicationView): Html | false =>
  isOpen &&
  animal?.status === 'sold' &&
  html`<p class="notice flat"><bdi>${animal.name}</bdi> has found a home meanwhile. You can wait to hear from them, or apply for <a href="/adopt">somebody else</a>.</p>`

const whom = ({ animal, application, organization }: ApplicationView): Html => {
  const { petName } = application
  const [photo] = animal?.photos ?? []
  const sizes = '(max-width: 860px) 84px, 30vw'
  const drawn =
    photo && petName !== undefined
      ? picture({ photo, alt: `Photo of ${petName}`, sizes, maxWidth: 1_280, isFirst: true })
      : noPhoto
  const line = animal && [breedOf(animal), ageOf(animal)].filter(Boolean).join(', ')
  return html`<aside class="whom" aria-label="About the animal and its people">${petName !== undefined && html`<div class="face"><div class="pic">${drawn}</div><div><p class="who">${animal ? html`<a href="${pathOf(animal)}"><bdi>${petName}</bdi></a>` : html`<bdi>${petName}</bdi>`}</p>${line && html`<p class="muted"><bdi>${line}</bdi></p>`}</div></div>`}${organization && organizationPlace(organization)}</aside>`
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayText = (time: string): string => days.format(new Date(time))
