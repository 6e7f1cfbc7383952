import type { Form, Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
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

/**
 * The forms that applicants see: the newest of each account or, without one, the first that serves
 * every account.
 */
export const inUse = (forms: readonly Form[], isOfAll: boolean): ReadonlySet<string> => {
  const used = new Map<string, Form>()
  for (const form of forms) {
    const whose = form.accountId === undefined ? 'all' : String(form.accountId)
    if (form.accountId !== undefined || !used.has(whose)) used.set(whose, form)
  }
  if (!isOfAll && used.size > 1) used.delete('all')
  return new Set([...used.values()].map(({ id }) => String(id)))
}
