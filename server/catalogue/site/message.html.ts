import { plural } from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'
import { type Look, type Page, page } from './layout.html.ts'
import { pawSymbol } from './picture.html.ts'

type Message = { title: string; text: string; actions: Html }

/** A page with one message. */
export const messagePage = (look: Look, { title, text, actions }: Message): Page =>
  page(look, {
    title: `${title} - ${look.name}`,
    isHidden: true,
    main: html`${pawSymbol}<section class="message"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><h1 dir="auto">${title}</h1><p>${text}</p><div class="acts">${actions}</div></section>`,
  })

const ways = ({ hasSite }: Look): Html =>
  hasSite
    ? html`<a class="btn primary big" href="/adopt">Meet the animals</a><a class="btn big" href="/">Start page</a>`
    : html`<a class="btn primary big" href="/">Start page</a>`

const again = html`<a class="btn primary big" href="">Try again</a>`

/** The page of an error outside the API, by its status. */
export const errorPage = (look: Look, status: number, retryAfterSeconds?: number): Page => {
  const refused = formErrors[status]
  if (refused !== undefined) {
    return messagePage(look, { title: 'Nothing was sent.', text: refused, actions: ways(look) })
  }
  if (status === 404) {
    return messagePage(look, {
      title: 'This page has wandered off.',
      text: 'It may have moved, or its address is not quite right. The animals are still here.',
      actions: ways(look),
    })
  }
  if (status === 429) {
    const wait = retryAfterSeconds === undefined ? 'a moment' : waitText(retryAfterSeconds)
    return messagePage(look, {
      title: 'One moment, please.',
      text: `Many pages were loaded from your network in a short time. Try again in ${wait}.`,
      actions: again,
    })
  }
  if (status >= 500) {
    return messagePage(look, {
      title: 'We cannot show this page right now.',
      text: 'That is our fault and not yours. Please try again in a moment.',
      actions: again,
    })
  }
  return messagePage(look, {
    title: 'We cannot read this address.',
    text: 'Something in it is not as it should be. Check it, or start anew.',
    actions: ways(look),
  })
}

/** Rounded up, so that a retry works and there are few different pages. */
const waitText = (seconds: number): string => {
  if (seconds <= MINUTE) return plural(seconds, 'second')
  if (seconds <= HOUR) return plural(Math.ceil(seconds / MINUTE), 'minute')
  return plural(Math.ceil(seconds / HOUR), 'hour')
}
const MINUTE = 60
const HOUR = 3_600

/** Why the form of a page was rejected. */
const formErrors: Readonly<Record<number, string>> = {
  403: 'The form came from another page than ours. Open the page anew, and send it from there.',
  413: 'It was more than we can take. Go back, shorten the longest answers, and send it again.',
  415: 'It came in a form that we do not read. Open the page anew, and send it from there.',
}

/** The page of an animal that was adopted some time ago. */
export const adoptedPage = (look: Look): Page =>
  messagePage(look, {
    title: 'This animal has found a home.',
    text: 'That was some time ago, so its page is gone. Others are still waiting for you.',
    actions: html`<a class="btn primary big" href="/adopt">Meet the animals</a>`,
  })

/** Shown if nothing is published or the site is off: explains what this is, and links to the rest. */
export const frontDoor = (look: Look, origin: string): Page =>
  page(look, {
    title: `${look.name}: animals offered for adoption`,
    description:
      'A service for animal shelters: animals, their photos and adoptions, with an API, a console for staff and a public site.',
    canonical: `${origin}/`,
    isFrontDoor: true,
    main: html`${pawSymbol}<section class="lead"><h1>A home for everyone who waits for one.</h1><p>This is an animal adoption store: it keeps the animals of shelters, their photos and adoptions, and shows them to the people who look for one.${look.hasSite && ' As soon as an animal is published, this page becomes the adoption site.'}</p></section><div class="doors">${doors(look)}</div>`,
  })

const doors = ({ hasSite }: Look): Html =>
  html`<a href="/console"><b>Console</b><span>For staff: add animals, publish them, and follow each adoption.</span></a><a href="/docs"><b>API reference</b><span>For developers: every operation, to try in your browser.</span></a><a href="/docs/guides/first-request"><b>First request</b><span>From a key to the first list of animals in five minutes.</span></a>${hasSite && html`<a href="/adopt"><b>Adoption site</b><span>What visitors see. Nobody is published yet.</span></a>`}`
