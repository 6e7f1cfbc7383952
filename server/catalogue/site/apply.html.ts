import type { Form } from '../../adoptions/forms/form.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import { ageOf, breedOf, shortened } from '../../animals/profiles/labels.ts'
import { fill, type Html, html } from '../../platform/html.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import { applyPath, pathOf } from '../listings/slug.ts'
import type { FieldFault } from './apply-faults.ts'
import { answerFields, contactFields, type QuestionField, TOKEN_FIELD, TRAP_FIELD, type Typed } from './apply-form.ts'
import { type Look, noPhoto, type Page, page } from './layout.html.ts'
import { messagePage } from './message.html.ts'
import { organizationPlace } from './organization.html.ts'
import { pawSymbol, picture } from './picture.html.ts'
import { photoRule } from './placeholder.ts'
import { questionField } from './question.html.ts'

/** Why the application was not sent although everything that was entered is valid. */
export type Notice =
  | { is: 'stale' | 'quick' | 'trapped' | 'formChanged' | 'paused' }
  | { is: 'tooMany'; retryAfterSeconds: number }
  /** Another application was sent from the same page. */
  | { is: 'sentBefore'; path: string }

export type ApplyView = {
  animal: ListedAnimal
  organization: Organization | undefined
  form: Pick<Form, 'questions' | 'accountId'>
  /** Identifies the page, so that nothing is sent twice. */
  token: string
  typed: Typed
  faults: readonly FieldFault[]
  notice: Notice | undefined
  /** How long the details of closed applications are stored. */
  retentionDays: number
}

/** The form that visitors apply for an animal with. */
export const applyPage = (look: Look, view: ApplyView): Page => {
  const { animal, faults, notice } = view
  const { apply } = look.texts
  const title = apply.title(animal.name)
  const isRejected = faults.length > 0 || notice !== undefined
  const [photo] = animal.photos
  return page(look, {
    title: `${isRejected ? apply.notSent(title) : title} - ${look.name}`,
    isHidden: true,
    css: photo ? photoRule(photo) : '',
    main: html`${pawSymbol}${trail(look, animal)}<div class="page apply">${side(look, view)}<form class="sheet" method="post" action="${look.link(applyPath(animal))}"><h1 dir="auto">${fill(apply.title, html`<bdi>${animal.name}</bdi>`)}</h1><p class="sub">${lead(look, view)}</p>${isRejected && summary(look, view)}${fields(look, view)}</form></div>`,
  })
}

/** Shown if nobody can apply for the animal any more. */
export const applyClosedPage = (look: Look, { name }: Pick<ListedAnimal, 'name'>, isSent: boolean): Page => {
  const { apply } = look.texts
  return messagePage(look, {
    title: apply.closed(name),
    text: `${isSent ? apply.closedMeanwhile : apply.closedBefore} ${apply.othersWait}`,
    actions: html`<a class="btn primary big" href="${look.link('/adopt')}">${apply.meetAnimals}</a>`,
  })
}

/** Shown while the store is read-only. */
export const applyPausedPage = (look: Look, animal: Pick<ListedAnimal, 'id' | 'name'>): Page => {
  const { apply } = look.texts
  return messagePage(look, {
    title: apply.pausedTitle,
    text: apply.pausedFor(animal.name),
    actions: html`<a class="btn primary big" href="">${apply.tryAgain}</a><a class="btn big" href="${look.link(pathOf(animal))}"><span>${fill(apply.backTo, html`<bdi>${animal.name}</bdi>`)}</span></a>`,
  })
}

const trail = ({ link, texts: { layout } }: Look, animal: ListedAnimal): Html =>
  html`<nav class="trail" aria-label="${layout.breadcrumb}"><a href="${link('/adopt')}">${layout.adopt}</a> / <a href="${link(pathOf(animal))}"><bdi>${animal.name}</bdi></a></nav>`

const lead = ({ texts: { apply } }: Look, { animal, organization }: ApplyView): Html => {
  const to = organization ? html`<bdi>${organization.name}</bdi>` : html`${apply.carers(animal.sex)}`
  return html`${fill(apply.lead, to)}${animal.status === 'pending' && ` ${apply.onHold}`}`
}

const side = ({ link, texts }: Look, { animal, organization }: ApplyView): Html => {
  const { photos, name } = animal
  const [photo] = photos
  const sizes = '(max-width: 860px) 84px, 30vw'
  const shown = photo
    ? picture({ photo, alt: texts.layout.photoOf(name), sizes, maxWidth: 1_280, isFirst: true })
    : noPhoto(texts)
  const line = [breedOf(animal, texts.animals), ageOf(animal, texts.animals)].filter(Boolean).join(', ')
  return html`<aside class="whom" aria-label="${texts.animal.about(name)}"><div class="face"><div class="pic">${shown}</div><div><p class="who"><a href="${link(pathOf(animal))}"><bdi>${name}</bdi></a></p><p class="muted"><bdi>${line}</bdi></p></div></div>${organization && organizationPlace(organization)}</aside>`
}

const fields = ({ texts }: Look, view: ApplyView): Html => {
  const { form, typed, faults, token, retentionDays } = view
  const { apply } = texts
  const messages = new Map(faults.map(({ field, message }) => [field, message]))
  const shown = (fields: readonly QuestionField[]) =>
    fields.map((one) =>
      questionField({
        ...one,
        typed: typed.get(one.field) ?? [],
        fault: messages.get(one.field),
        texts,
      }),
    )
  const questions = answerFields(form, texts)
  return html`<section aria-labelledby="about-you"><h2 id="about-you">${apply.aboutYou}</h2>${shown(contactFields(texts))}</section>${questions.length > 0 && html`<section aria-labelledby="questions"><h2 id="questions">${apply.questions}</h2>${shown(questions)}</section>`}<div class="hide" aria-hidden="true"><label>${apply.trap} <input type="text" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></label></div><input type="hidden" name="${TOKEN_FIELD}" value="${token}"><p class="privacy">${apply.privacy(retentionDays)}</p><div class="send"><button class="btn primary big" type="submit">${apply.send}</button><p class="faint">${apply.afterwards}</p></div>`
}

/** Gets the focus when the page opens, so that screen readers begin with it. */
const summary = ({ link, texts: { apply } }: Look, { faults, notice }: ApplyView): Html => {
  const count = faults.length
  const heading = count === 0 ? apply.nothingSent : apply.toCorrect(count)
  return html`<div class="faults" role="group" aria-labelledby="faults" tabindex="-1" autofocus><h2 id="faults">${heading}</h2>${notice && html`<p>${noticeText(notice, apply, link)}</p>`}${count > 0 && html`<ul>${faults.map(({ field, label, message }) => html`<li><a href="#${field}"><bdi>${shortened(label, MAX_LABEL)}</bdi></a><br>${message}</li>`)}</ul>`}</div>`
}

type ApplyTexts = Look['texts']['apply']

const noticeText = (notice: Notice, apply: ApplyTexts, link: Look['link']): Html | string => {
  switch (notice.is) {
    case 'tooMany':
      return apply.tooMany(waitText(notice.retryAfterSeconds, apply))
    case 'sentBefore':
      return fill(apply.sentBefore, html`<a href="${link(notice.path)}">${apply.sentBeforeLink}</a>`)
    default:
      return apply[notice.is]
  }
}

/** Words a limit, and not an appointment. */
const waitText = (seconds: number, apply: ApplyTexts): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 2) return apply.inAMinute
  return minutes < 90 ? apply.inMinutes(minutes) : apply.inHours(Math.ceil(minutes / 60))
}

const MAX_LABEL = 90
