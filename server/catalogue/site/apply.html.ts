import type { Form } from '../../adoptions/forms/form.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import { ageOf, breedOf, pronounsOf, shortened } from '../../animals/profiles/labels.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import type { FieldFault } from './apply-faults.ts'
import {
  answerFields,
  contactFields,
  type QuestionField,
  TOKEN_FIELD,
  TRAP_FIELD,
  type Typed,
} from './apply-form.ts'
import { type Look, type Page, page } from './layout.html.ts'
import { messagePage } from './message.html.ts'
import { organizationPlace } from './organization.html.ts'
import { noPhoto, pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { questionField } from './question.html.ts'
import { applyPath, pathOf } from './slug.ts'

/** Why the application was not sent although everything that was entered is valid. */
export type Notice =
  | { is: 'stale' | 'quick' | 'trapped' | 'formChanged' | 'paused' }
  | { is: 'tooMany'; retryAfterSeconds: number }
  /** Another application was sent from the same page. */
  | { is: 'sentBefore'; path: string }

export type ApplyView = {
  animal: ListedAnimal
  organization: Organization | undefined
  form: Pick<Form, 'questions'>
  /** Identifies the page, so that nothing is sent twice. */
  token: string
  typed: Typed
  faults: readonly FieldFault[]
  notice: Notice | undefined
}

/** The form that visitors apply for an animal with. */
export const applyPage = (look: Look, view: ApplyView): Page => {
  const { animal, faults, notice } = view
  const isRejected = faults.length > 0 || notice !== undefined
  const [photo] = animal.photos
  return page(look, {
    title: `${isRejected ? 'Not sent: ' : ''}Apply to adopt ${animal.name} - ${look.name}`,
    isHidden: true,
    css: photo ? photoRule(photo) : '',
    main: html`${pawSymbol}${trail(animal)}<div class="page apply">${side(view)}<form class="sheet" method="post" action="${applyPath(animal)}"><h1 dir="auto">Apply to adopt <bdi>${animal.name}</bdi></h1><p class="sub">${lead(view)}</p>${isRejected && summary(view)}${fields(view)}</form></div>`,
  })
}

/** Shown if nobody can apply for the animal any more. */
export const applyClosedPage = (
  look: Look,
  { name }: Pick<ListedAnimal, 'name'>,
  isSent: boolean,
): Page =>
  messagePage(look, {
    title: `${name} has found a home.`,
    text: `${isSent ? 'That was while you wrote, so nothing was sent.' : 'So nobody can apply any more.'} Others are still waiting for you.`,
    actions: html`<a class="btn primary big" href="/adopt">Meet the animals</a>`,
  })

/** Shown while the store is read-only. */
export const applyPausedPage = (look: Look, animal: Pick<ListedAnimal, 'id' | 'name'>): Page =>
  messagePage(look, {
    title: 'Applications are paused.',
    text: `We are working on this site, so you can't apply for ${animal.name} right now. Please come back in a little while.`,
    actions: html`<a class="btn primary big" href="">Try again</a><a class="btn big" href="${pathOf(animal)}"><span>Back to <bdi>${animal.name}</bdi></span></a>`,
  })

const trail = (animal: ListedAnimal): Html =>
  html`<nav class="trail" aria-label="Breadcrumb"><a href="/adopt">Adopt</a> / <a href="${pathOf(animal)}"><bdi>${animal.name}</bdi></a></nav>`

const lead = ({ animal, organization }: ApplyView): Html => {
  const { them } = pronounsOf(animal)
  const to = organization
    ? html`<bdi>${organization.name}</bdi>`
    : `the people who care for ${them}`
  return html`It takes about ten minutes, and you need no account. Your answers go to ${to}, and are published nowhere.${animal.status === 'pending' && ' Somebody else comes first at the moment. Apply all the same: it may not work out.'}`
}

const side = ({ animal, organization }: ApplyView): Html => {
  const { photos, name } = animal
  const [photo] = photos
  const sizes = '(max-width: 860px) 84px, 30vw'
  const shown = photo
    ? picture({ photo, alt: `Photo of ${name}`, sizes, maxWidth: 1_280, isFirst: true })
    : noPhoto
  const line = [breedOf(animal), ageOf(animal)].filter(Boolean).join(', ')
  return html`<aside class="whom" aria-label="About ${name}"><div class="face"><div class="pic">${shown}</div><div><p class="who"><a href="${pathOf(animal)}"><bdi>${name}</bdi></a></p><p class="muted"><bdi>${line}</bdi></p></div></div>${organization && organizationPlace(organization)}</aside>`
}

const fields = ({ form, typed, faults, token }: ApplyView): Html => {
  const messages = new Map(faults.map(({ field, message }) => [field, message]))
  const shown = (fields: readonly QuestionField[]) =>
    fields.map((one) =>
      questionField({
        ...one,
        typed: typed.get(one.field) ?? [],
        fault: messages.get(one.field),
      }),
    )
  const questions = answerFields(form)
  return html`<section aria-labelledby="about-you"><h2 id="about-you">About you</h2>${shown(contactFields)}</section>${questions.length > 0 && html`<section aria-labelledby="questions"><h2 id="questions">A few questions</h2>${shown(questions)}</section>`}<div class="hide" aria-hidden="true"><label>Leave this empty <input type="text" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></label></div><input type="hidden" name="${TOKEN_FIELD}" value="${token}"><div class="send"><button class="btn primary big" type="submit">Send application</button><p class="faint">Then you get a link at which you see how it goes on, and can withdraw it.</p></div>`
}

/** Gets the focus when the page opens, so that screen readers begin with it. */
const summary = ({ faults, notice }: ApplyView): Html => {
  const count = faults.length
  const heading =
    count === 0
      ? 'Your application was not sent.'
      : `${count === 1 ? 'One answer needs' : `${count} answers need`} another look.`
  return html`<div class="faults" role="group" aria-labelledby="faults" tabindex="-1" autofocus><h2 id="faults">${heading}</h2>${notice && html`<p>${noticeText(notice)}</p>`}${count > 0 && html`<ul>${faults.map(({ field, label, message }) => html`<li><a href="#${field}"><bdi>${shortened(label, MAX_LABEL)}</bdi></a><br>${message}</li>`)}</ul>`}</div>`
}

const noticeText = (notice: Notice): Html | string => {
  switch (notice.is) {
    case 'stale':
      return 'This page was open for more than a day. Check your answers, and send them again.'
    case 'paused':
      return "We are working on this site and can't take applications right now. Your answers are still here: keep this page open, and send them again in a little while."
    case 'quick':
      return 'That was faster than people type. Check your answers, and send them again.'
    case 'trapped':
      return 'A field that nobody sees was filled in, perhaps by your browser. It is empty again: check your answers, and send them once more.'
    case 'formChanged':
      return 'The questions have changed since you opened this page. Check your answers, and send them again.'
    case 'tooMany':
      return `Many applications have come from this email address or from your network. You can send this one ${waitText(notice.retryAfterSeconds)}: keep this page open until then.`
    case 'sentBefore':
      return html`You have already sent an application from this page: <a href="${notice.path}">see how it goes on</a>. To send this one as well, send it again.`
  }
}

/** Words a limit, and not an appointment. */
const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 2) return 'in a minute'
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}

const MAX_LABEL = 90
