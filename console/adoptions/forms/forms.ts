import type { Form, Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { isSameId } from '../../platform/int64.ts'
import type { Tone } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** More than any shelter has. */
const MAX_FORMS = 200

export const useForms = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.formList,
    queryFn: async ({ signal }) => {
      const forms: Form[] = []
      for await (const form of store.forms.list({ limit: 100 }, { signal })) {
        forms.push(form)
        if (forms.length === MAX_FORMS) break
      }
      return forms
    },
  })
}

/** A form, or an earlier version of it. */
export const useForm = (id: Int64, version?: number) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.form(id, version),
    queryFn: async ({ signal }) => {
      const query = version === undefined ? {} : { version }
      const { data, etag } = await store.forms.get(id, query, { signal }).withResponse()
      return { form: data, etag }
    },
    // A draft is never replaced; a concurrent change is detected when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Whether the user acts for the whole store rather than one account. */
export const useActsForStore = (): boolean => {
  const { data: me } = useMe()
  return me?.type === 'user' ? me.account === undefined : (me?.scopes.includes('admin') ?? false)
}

/** Only users who act for the store can change a form that serves every account. */
export const useCanChange = (): ((form: Form) => boolean) => {
  const canWrite = useCan('applications:write')
  const actsForStore = useActsForStore()
  return ({ accountId }) => canWrite && (accountId !== undefined || actsForStore)
}

/** The parts of a form that applicants see. */
export type Use = 'draft' | 'inUse' | 'replaced' | 'default'

/**
 * Whether applicants see a form: for each species, the newest one of an account that is in use. The shared form is for
 * accounts without a form for a species.
 */
export const formUse = (form: Form, forms: readonly Form[], actsForStore: boolean): Use => {
  if (form.state === 'draft') return 'draft'
  const isShared = form.accountId === undefined
  const newer = forms.filter(
    ({ id, accountId, state }) =>
      state === 'inUse' && (isShared ? accountId !== undefined : isSameAccount(accountId, form) && id > form.id),
  )
  const isReplaced = newer.some(({ species }) => species === undefined)
  // Other accounts may have no form of their own.
  if (isShared && actsForStore) return isReplaced ? 'default' : 'inUse'
  if (isReplaced) return 'replaced'
  const taken = new Set(newer.flatMap(({ species = [] }) => species))
  const isLeft = form.species?.some((one) => !taken.has(one)) ?? true
  return isLeft ? 'inUse' : 'replaced'
}

const isSameAccount = (accountId: Form['accountId'], form: Form): boolean =>
  accountId !== undefined && form.accountId !== undefined && isSameId(accountId, form.accountId)

/** How lists and pages name each use. */
export const pills = {
  draft: { tone: 'hold', text: 'Draft' },
  inUse: { tone: 'ok', text: 'In use' },
  replaced: { tone: 'plain', text: 'Replaced by a newer one' },
  default: { tone: 'plain', text: 'Default' },
} as const satisfies Record<Use, { tone: Tone; text: string }>
