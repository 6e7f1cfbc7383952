import type { Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { parseInt64 } from '../platform/int64.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'

export type CategoryNames = {
  /** `Dogs`, or `#7` where there is no name. */
  nameOf: (id: Int64) => string
  /** The named ones, as choices: `Dogs · 7`. */
  choices: { id: string; text: string }[]
  /** The id that a chosen or typed text means. */
  idOf: (text: string) => Int64 | undefined
}

const MAX_NAMES = 100

/** The names of the first hundred categories: one request, and enough for a store of animals. */
export const useCategoryNames = (): CategoryNames => {
  const store = useStore()
  const { data = [] } = useQuery({
    queryKey: queryKeys.categoryNames,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await store.categories.list({ limit: MAX_NAMES }, { signal })).items,
  })
  const names = new Map(data.flatMap(({ id, name }) => (name ? [[String(id), name] as const] : [])))
  const choices = [...names].map(([id, name]) => ({ id, text: `${name} · ${id}` }))
  return {
    nameOf: (id) => names.get(String(id)) ?? `#${id}`,
    choices,
    idOf: (text) => parseInt64(choices.find((choice) => choice.text === text)?.id ?? text),
  }
}
