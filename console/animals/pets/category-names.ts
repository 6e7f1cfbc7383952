import type { Category, Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseInt64 } from '../../platform/int64.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

export type CategoryNames = {
  /** `Dogs`, or `#7` without a name. */
  nameOf: (id: Int64) => string
  /** The named ones, as choices: `Dogs · 7`. */
  choices: { id: string; text: string }[]
  /** All categories, including those without a name: `#7`. */
  all: { id: string; text: string }[]
  /** The text in a form: a choice, or the number. */
  textOf: (id: Int64) => string
  /** The id for a chosen or typed text. */
  idOf: (text: string) => Int64 | undefined
}

const MAX_NAMES = 100
const none: readonly Category[] = []

/** The names of the first hundred categories: one request, and enough for most stores. */
export const useCategoryNames = (): CategoryNames => {
  const store = useStore()
  const { data = none } = useQuery({
    queryKey: queryKeys.categoryNames,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await store.categories.list({ limit: MAX_NAMES }, { signal })).items,
  })
  return useMemo(() => namesOf(data), [data])
}

/** The first animal has created it, and nothing else reports that. */
export const isNewCategory = (id: Int64): boolean => {
  const known = queryClient.getQueryData<readonly Category[]>(queryKeys.categoryNames)
  if (!known || known.length >= MAX_NAMES) return false
  return !known.some((category) => String(category.id) === String(id))
}

const namesOf = (categories: readonly Category[]): CategoryNames => {
  const names = new Map(
    categories.flatMap(({ id, name }) => (name ? [[String(id), name] as const] : [])),
  )
  const choices = [...names].map(([id, name]) => ({ id, text: `${name} · ${id}` }))
  const nameOf = (id: Int64) => names.get(String(id)) ?? `#${id}`
  return {
    nameOf,
    choices,
    all: categories.map(({ id }) => ({ id: String(id), text: nameOf(id) })),
    textOf: (id) => choices.find((choice) => choice.id === String(id))?.text ?? String(id),
    idOf: (text) => parseInt64(choices.find((choice) => choice.text === text)?.id ?? text),
  }
}
