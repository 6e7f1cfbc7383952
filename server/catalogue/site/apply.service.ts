import type { Tickets } from '../../accounts/sign-in/tickets.ts'
import type { SubmissionsService } from '../../adoptions/applications/submissions.service.ts'
import type { Form } from '../../adoptions/forms/form.ts'
import type { FormsService } from '../../adoptions/forms/forms.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Query } from '../../platform/http/query.ts'
import type { Language } from '../../platform/language.ts'
import type { Maintenance } from '../../requests/maintenance/maintenance.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import type { AnimalView } from './animal.html.ts'
import type { ApplyView, Notice } from './apply.html.ts'
import { faultsIn } from './apply-faults.ts'
import { answerFields, contactFields, TOKEN_FIELD, TRAP_FIELD, type Typed, typedIn, valuesOf } from './apply-form.ts'
import { pageLanguage } from './page-language.ts'
import type { SiteService } from './site.service.ts'
import type { Visitor } from './site-lists.ts'
import type { SiteTexts } from './texts/english.ts'

type Deps = {
  site: Pick<SiteService, 'animal'>
  forms: Pick<FormsService, 'currentOf'>
  submissions: Pick<SubmissionsService, 'submitOnce'>
  tickets: Pick<Tickets, 'make' | 'open'>
  maintenance: Pick<Maintenance, 'isReadOnly'>
  clock: Pick<Clock, 'nowMs'>
  /** How long the details of closed applications are stored. */
  retentionDays: number
}

/** How long a page may be open. */
const OPEN_MS = 86_400_000
/** Anybody who is faster is probably a program. */
const LEAST_MS = 3_000

/**
 * The page for a visitor: the form, a page that says why nobody can apply, or the path where the applicant can follow
 * the application.
 */
export type Applying =
  | { is: 'form'; view: ApplyView }
  | { is: 'closed'; animal: ListedAnimal }
  | { is: 'paused'; animal: ListedAnimal }
  | { is: 'sent'; path: string }

type Sender = { address: string; language: Language; texts: SiteTexts }

type AnimalWithForm = Pick<AnimalView, 'animal' | 'organization'> & { form: Form }
/** A page that was sent: when it was opened, and the seed by which sending it again is recognized. */
type Opened = { token: string; seed: string; openedAtMs: number; version: string }

export type ApplyService = ReturnType<typeof applyService>

/** The public form: shows it, and submits applications. */
export const applyService = (deps: Deps) => {
  const { site, forms, submissions, tickets, maintenance, clock, retentionDays } = deps

  const newToken = ({ animal, form }: AnimalWithForm): string =>
    tickets.make('application form', { petId: String(animal.id), version: versionOf(form) }, OPEN_MS)

  /** Undefined if the token is not ours, is for another animal, or has expired. */
  const openedPage = (sent: Query, { animal }: AnimalWithForm): Opened | undefined => {
    const [token] = sent.get(TOKEN_FIELD) ?? []
    const ticket = tickets.open('application form', token)
    if (token === undefined || ticket?.value.petId !== String(animal.id)) return undefined
    const { hash: seed, expiresAtMs, value } = ticket
    return { token, seed, openedAtMs: expiresAtMs - OPEN_MS, version: value.version ?? '' }
  }

  const find = async (petId: bigint, visitor: Visitor): Promise<AnimalWithForm | Applying | undefined> => {
    const found = await site.animal(petId, visitor)
    if (!found) return undefined
    const { animal, organization } = found.view
    if (animal.status === 'sold') return { is: 'closed', animal }
    return {
      animal,
      organization,
      form: await forms.currentOf(animal.organization.id, animal.species),
    }
  }

  const asForm = (shown: AnimalWithForm, more: Partial<ApplyView> = {}): Applying & { is: 'form' } => ({
    is: 'form',
    view: {
      ...shown,
      token: more.token ?? newToken(shown),
      typed: new Map(),
      faults: [],
      notice: undefined,
      retentionDays,
      ...more,
    },
  })

  /**
   * Shows the form again with what was entered. If the page was open too long or its questions have changed, it gets a
   * new token.
   */
  const again = (shown: AnimalWithForm, opened: Opened | undefined, more: Partial<ApplyView>): Applying => {
    const isSame = opened?.version === versionOf(shown.form)
    return asForm(shown, { ...more, ...(isSame && { token: opened.token }) })
  }

  const submit = async (shown: AnimalWithForm, opened: Opened, typed: Typed, { address, language, texts }: Sender) => {
    const { animal, form } = shown
    // Already checked: contact fields are texts, and only the telephone number is optional.
    const { name, email, phone } = valuesOf(contactFields(texts), typed) as Record<string, string>
    return submissions.submitOnce(
      { accountId: undefined, address, language, isVisitor: true, actsForStore: false },
      {
        sent: {
          petId: animal.id,
          formId: form.id,
          applicant: {
            name: name ?? '',
            email: email ?? '',
            ...(phone !== undefined && { phone }),
          },
          answers: valuesOf(answerFields(form, texts), typed),
        },
        formVersion: form.version,
        seed: opened.seed,
      },
    )
  }

  return {
    /** Undefined if the animal is not published. */
    async show(petId: bigint, visitor: Visitor): Promise<Applying | undefined> {
      const shown = await find(petId, visitor)
      if (!shown || 'is' in shown) return shown
      return maintenance.isReadOnly() ? { is: 'paused', animal: shown.animal } : asForm(shown)
    },

    /** Submits an application. If that is not possible, returns the form with everything that was entered. */
    async receive(petId: bigint, visitor: Visitor & { address: string }, sent: Query): Promise<Applying | undefined> {
      const shown = await find(petId, visitor)
      if (!shown || 'is' in shown) return shown
      const typed = typedIn(sent)
      const { language, texts } = await pageLanguage(visitor.language)
      const opened = openedPage(sent, shown)
      if (maintenance.isReadOnly()) return again(shown, opened, { typed, notice: pausedNotice })
      const faults = faultsIn(answerFields(shown.form, texts), typed, texts)
      const isQuick = opened !== undefined && clock.nowMs() - opened.openedAtMs < LEAST_MS
      const notice =
        noticeOf(sent, shown, opened) ?? (isQuick && faults.length === 0 ? ({ is: 'quick' } as const) : undefined)
      if (!opened || notice || faults.length > 0) return again(shown, opened, { typed, faults, notice })
      try {
        const done = await submit(shown, opened, typed, {
          address: visitor.address,
          language,
          texts,
        })
        if (done.is === 'sent') return done
        return asForm(shown, { typed, notice: done })
      } catch (error) {
        return refused(error, () => asForm(shown, { typed, token: opened.token }), shown)
      }
    },
  }
}

/** While the store is read-only, visitors keep what they have entered and can send it later. */
const pausedNotice = { is: 'paused' } as const

const versionOf = ({ id, version }: Form): string => `${id}.${version}`

const noticeOf = (sent: Query, { form }: AnimalWithForm, opened: Opened | undefined): Notice | undefined => {
  if ((sent.get(TRAP_FIELD) ?? []).some((text) => text !== '')) return { is: 'trapped' }
  if (!opened) return { is: 'stale' }
  return opened.version === versionOf(form) ? undefined : { is: 'formChanged' }
}

/** Changes made meanwhile and exceeded limits, shown as a page. */
const refused = (
  error: unknown,
  again: () => Applying & { is: 'form' },
  { animal }: AnimalWithForm,
): Applying | undefined => {
  if (!(error instanceof HttpError)) throw error
  if (error.code === 'pet_not_found') return undefined
  if (error.code === 'pet_not_available') return { is: 'closed', animal }
  if (error.code !== 'too_many_applications') throw error
  const retryAfterSeconds = Number(error.headers['retry-after'])
  const { view } = again()
  const notice = { is: 'tooMany', retryAfterSeconds } as const
  return { is: 'form', view: { ...view, notice } }
}
