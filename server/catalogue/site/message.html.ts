import { type Html, html } from '../../platform/html.ts'
import { type Look, type Page, page } from './layout.html.ts'
import { pawSymbol } from './picture.html.ts'
import type { SiteTexts } from './texts/english.ts'

type Message = { title: string; text: string; actions: Html }

/** A page with one message. */
export const messagePage = (look: Look, { title, text, actions }: Message): Page =>
  page(look, {
    title: `${title} - ${look.name}`,
    isHidden: true,
    main: html`${pawSymbol}<section class="message"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><h1 dir="auto">${title}</h1><p>${text}</p><div class="acts">${actions}</div></section>`,
  })

const ways = ({ hasSite, link, texts: { messages } }: Look): Html =>
  hasSite
    ? html`<a class="btn primary big" href="${link('/adopt')}">${messages.meetAnimals}</a><a class="btn big" href="${link('/')}">${messages.startPage}</a>`
    : html`<a class="btn primary big" href="${link('/')}">${messages.startPage}</a>`

const again = ({ texts: { messages } }: Look): Html => html`<a class="btn primary big" href="">${messages.tryAgain}</a>`

type Failure = {
  retryAfterSeconds: number | undefined
  /** Whether a form was sent. */
  isForm: boolean
}

/** The page of an error outside the API, by its status. */
export const errorPage = (look: Look, status: number, { retryAfterSeconds, isForm }: Failure): Page => {
  const { messages } = look.texts
  const rejected = formError(status, isForm, messages)
  if (rejected !== undefined) {
    return messagePage(look, { title: messages.notSent, text: rejected, actions: ways(look) })
  }
  if (status === 404) {
    return messagePage(look, {
      title: messages.lost,
      text: messages.lostText,
      actions: ways(look),
    })
  }
  if (status === 429) {
    const wait = retryAfterSeconds === undefined ? messages.aMoment : waitText(retryAfterSeconds, messages)
    return messagePage(look, {
      title: messages.wait,
      text: messages.waitText(wait),
      actions: again(look),
    })
  }
  if (status >= 500) {
    return messagePage(look, {
      title: messages.failed,
      text: messages.failedText,
      actions: again(look),
    })
  }
  return messagePage(look, {
    title: messages.unreadable,
    text: messages.unreadableText,
    actions: ways(look),
  })
}

type Messages = SiteTexts['messages']

/** Rounded up, so that a retry works and there are few different pages. */
const waitText = (seconds: number, messages: Messages): string => {
  if (seconds <= MINUTE) return messages.seconds(seconds)
  if (seconds <= HOUR) return messages.minutes(Math.ceil(seconds / MINUTE))
  return messages.hours(Math.ceil(seconds / HOUR))
}
const MINUTE = 60
const HOUR = 3_600

/** Why the form of a page was rejected. */
const formError = (status: number, isForm: boolean, messages: Messages): string | undefined => {
  if (status === 403) return messages.otherSite
  if (status === 413) return messages.tooLarge
  return status === 415 || (isForm && status === 400) ? messages.unknownFormat : undefined
}

/** The page of an animal that was adopted some time ago. */
export const adoptedPage = (look: Look): Page => {
  const { messages } = look.texts
  return messagePage(look, {
    title: messages.adopted,
    text: messages.adoptedText,
    actions: html`<a class="btn primary big" href="${look.link('/adopt')}">${messages.meetAnimals}</a>`,
  })
}

/** Shown if nothing is published or the site is off: explains what this is, and links to the rest. */
export const frontDoor = (look: Look, origin: string): Page => {
  const { frontDoor: texts } = look.texts
  return page(look, {
    title: texts.title(look.name),
    description: texts.about,
    canonical: `${origin}/`,
    isFrontDoor: true,
    main: html`${pawSymbol}<section class="lead"><h1>${texts.heading}</h1><p>${texts.text}${look.hasSite && ` ${texts.becomesSite}`}</p></section><div class="doors">${doors(look)}</div>`,
  })
}

const doors = ({ hasSite, link, texts: { frontDoor: texts } }: Look): Html =>
  html`<a href="/console"><b>${texts.console}</b><span>${texts.consoleText}</span></a><a href="/docs"><b>${texts.reference}</b><span>${texts.referenceText}</span></a><a href="/docs/guides/first-request"><b>${texts.guide}</b><span>${texts.guideText}</span></a>${hasSite && html`<a href="${link('/adopt')}"><b>${texts.site}</b><span>${texts.siteText}</span></a>`}`
