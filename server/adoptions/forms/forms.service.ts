import { isDeepStrictEqual } from 'node:util'
import type { Species } from '../../animals/profiles/profile-values.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { type HttpError, validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, isOwner, visibleAccount } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { formError } from './form.errors.ts'
import { type Form, type FormChange, formIssues, type NewForm, wholeQuestions } from './form.ts'
import {
  changeForm,
  countForms,
  countOwnForms,
  type FormList,
  type FormUse,
  findCurrentForm,
  findForm,
  insertForm,
  listForms,
  setFormUse,
} from './forms.repository.ts'

type Deps = { database: Database<FormChange, Author>; clock: Clock }

export type FormsService = ReturnType<typeof formsService>

/** The forms of applications. A change adds a version, and earlier ones stay as they were. */
export const formsService = ({ database, clock }: Deps) => {
  const written = (form: NewForm) => {
    const issues = formIssues(form)
    if (issues.length > 0) throw validationFailed(issues)
    const { name } = form
    return { ...(name !== undefined && { name }), questions: wholeQuestions(form.questions) }
  }

  const seen = (actor: Actor, form: Form | undefined): Form => {
    if (form?.state === 'draft' && !seesDrafts(actor)) throw formError('form_not_found')
    return known(form)
  }

  return {
    list: (actor: Actor, page: Omit<FormList, 'viewer' | 'withDrafts'>): Promise<Form[]> =>
      listForms(database.read, { ...page, ...visibleTo(actor) }),
    count: (actor: Actor): Promise<number> => countForms(database.read, visibleTo(actor)),

    /** The latest version, or an earlier one. Throws `form_not_found`, also for a form of another account. */
    get: async (actor: Actor, id: bigint, version?: bigint): Promise<Form> => {
      // An earlier version may have been a draft.
      if (version !== undefined && !seesDrafts(actor)) {
        const latest = await findForm(database.read, { id, viewer: visibleAccount(actor) })
        if (latest?.version !== Number(version)) throw formError('form_not_found')
        return seen(actor, latest)
      }
      const form = await findForm(database.read, { id, version, viewer: visibleAccount(actor) })
      return seen(actor, form)
    },

    /**
     * The latest version of a form that an account can use: its own, or one that serves every
     * account.
     */
    getFor: async (accountId: bigint, id: bigint): Promise<Form> =>
      known(await findForm(database.read, { id, viewer: accountId })),

    /** The form on the public page of an animal. Throws `form_not_found`. */
    currentOf: async (accountId: bigint, species: Species | null): Promise<Form> =>
      known(await findCurrentForm(database.read, { accountId, species })),

    /** Throws `validation_failed`, also if the account has too many forms. */
    async create(trx: Trx<FormChange>, { accountId }: Actor, form: NewForm): Promise<Form> {
      await trx.lock('accounts', accountId)
      const own = await countOwnForms(trx.query, { accountId, most: MAX_PER_ACCOUNT })
      if (own >= MAX_PER_ACCOUNT) throw tooMany()
      const created = await insertForm(trx.query, accountId, {
        ...written(form),
        state: form.state ?? 'inUse',
        species: form.species ?? [],
        nowMs: clock.nowMs(),
      })
      trx.record({ kind: 'form created', formId: created.id })
      return created
    },

    /** Throws `form_not_found`, `not_owner` for a form that serves every account, `precondition_failed`. */
    put: ({ caller, author }: By<Actor>, id: bigint, form: NewForm, ifMatch: string | undefined): Promise<Form> => {
      const next = written(form)
      return database.writeAs(author, async (trx) => {
        await trx.lock('forms', id)
        const before = known(await findForm(trx.query, { id, viewer: visibleAccount(caller) }))
        const isOwn = before.accountId !== undefined && isOwner(caller, before.accountId)
        if (!isOwn && !caller.actsForStore) throw requestError('not_owner', { message: forAll })
        checkIfMatch(ifMatch, before)
        const { name, questions, state, species = [] } = before
        const was = { ...(name !== undefined && { name }), questions }
        const usedAs = { state, species }
        const use = { state: form.state ?? state, species: form.species ?? species }
        if (!isOwn) checkServesAll(use)
        const isSame = isDeepStrictEqual(was, next)
        if (isSame && isDeepStrictEqual(usedAs, use)) return before
        if (!isSame) await changeForm(trx.query, before, { ...next, nowMs: clock.nowMs() })
        if (!isDeepStrictEqual(usedAs, use)) await setFormUse(trx.query, id, use)
        const fields = changedFields({ ...was, ...usedAs }, { ...next, ...use })
        trx.record({ kind: 'form changed', formId: id, fields })
        return known(await findForm(trx.query, { id }))
      })
    },
  }
}

/** Lists of forms include all questions, so accounts must not have too many. */
const MAX_PER_ACCOUNT = 20

const tooMany = (): HttpError => {
  const message = `exceeds the limit of ${MAX_PER_ACCOUNT} forms per account`
  return validationFailed([{ field: 'form', code: 'too_many', message }])
}

/** Every animal has a form, because one serves every account. */
const checkServesAll = ({ state, species }: FormUse): void => {
  const message = 'must stay as it is for the form that serves every account'
  const fault = (field: string) => ({ field, code: 'invalid_value', message })
  const issues = [...(state === 'draft' ? [fault('state')] : []), ...(species.length > 0 ? [fault('species')] : [])]
  if (issues.length > 0) throw validationFailed(issues)
}

/** Publishable keys, which are public, do not. */
const seesDrafts = ({ scopes }: Actor): boolean => scopes.has('applications:read') || scopes.has('applications:write')

const visibleTo = (actor: Actor) => ({
  viewer: visibleAccount(actor),
  withDrafts: seesDrafts(actor),
})

const forAll = 'This form serves every account, so only staff of the store can change it.'

const known = (form: Form | undefined): Form => {
  if (!form) throw formError('form_not_found')
  return form
}
