import type { Form, Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** More than a shelter has. */
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
    // What is being typed is never replaced; a change by somebody else is found when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Whether the reader acts for the whole store, and not for one account. */
export const useActsForStore = (): boolean => {
  const { data: me } = useMe()
  return me?.type === 'user' ? me.account === undefined : (me?.scopes.includes('admin') ?? false)
}

/** A form for every shelter is changed by who acts for all of them. */
export const useCanChange = (): ((form: Form) => boolean) => {
  const canWrite = useCan('applications:write')
  const actsForStore = useActsForStore()
  return ({ accountId }) => canWrite && (accountId !== undefined || actsForStore)
}

/** The forms that applicants are shown: the newest of each account; without one, the first of those for everybody. */
export const inUse = (forms: readonly Form[], isOfAll: boolean): ReadonlySet<string> => {
  const used = new Map<string, Form>()
  for (const form of forms) {
    const whose = form.accountId === undefined ? 'all' : String(form.accountId)
    if (form.accountId !== undefined || !used.has(whose)) used.set(whose, form)
  }
  if (!isOfAll && used.size > 1) used.delete('all')
  return new Set([...used.values()].map(({ id }) => String(id)))
}
