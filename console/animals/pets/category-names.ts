import { type AdoptionStore, type Category, type Int64, isApiError } from '@adoption-store/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foldText } from '../../platform/fold-text.ts'
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
  /** The id for a chosen or typed text: a choice, the name alone, or the number. */
  idOf: (text: string) => Int64 | undefined
}

const MAX_NAMES = 100
const none: readonly Category[] = []

/** The names of the first hundred categories: one request, and enough for most stores. */
export const useCategoryNames = (): CategoryNames => {
  const { data = none } = useQuery(namesQuery(useStore()))
  return useMemo(() => namesOf(data), [data])
}

const namesQuery = (store: AdoptionStore) =>
  queryOptions({
    queryKey: queryKeys.categoryNames,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await store.categories.list({ limit: MAX_NAMES }, { signal })).items,
  })

/** The first animal has created it, and nothing else reports that. */
export const isNewCategory = (id: Int64): boolean => {
  const known = queryClient.getQueryData<readonly Category[]>(queryKeys.categoryNames)
  if (!known || known.length >= MAX_NAMES) return false
  return !known.some((category) => String(category.id) === String(id))
}

const namesOf = (categories: readonly Category[]): CategoryNames => {
  const names = new Map(categories.flatMap(({ id, name }) => (name ? [[String(id), name] as const] : [])))
  const texts = [...names.values()]
  // Only categories with the same name need their number.
  const isRepeated = (name: string) => texts.indexOf(name) !== texts.lastIndexOf(name)
  const textOf = (id: string, name: string) => (isRepeated(name) ? `${name} · ${id}` : name)
  const choices = [...names].map(([id, name]) => ({ id, text: textOf(id, name) }))
  const nameOf = (id: Int64) => names.get(String(id)) ?? `#${id}`
  return {
    nameOf,
    choices,
    all: categories.map(({ id }) => ({ id: String(id), text: nameOf(id) })),
    textOf: (id) => choices.find((choice) => choice.id === String(id))?.text ?? String(id),
    idOf: (text) => {
      const chosen = choices.find((choice) => choice.text === text)?.id
      return parseInt64(chosen ?? idNamed(names, text) ?? text.trim())
    },
  }
}

const idNamed = (names: ReadonlyMap<string, string>, text: string): string | undefined => {
  const wanted = foldText(text.trim())
  return [...names].find(([, name]) => foldText(name) === wanted)?.[0]
}

/** Where the ids of new categories begin, as programs number theirs from 1. */
const FIRST_NEW_ID = 1_000_001n

/** Returns the category for a chosen or typed text. A name that is new becomes a category. */
export const useCategoryOf = (): ((text: string) => Promise<Int64>) => {
  const store = useStore()
  const create = useNewCategory()
  return async (text) => {
    // They may still be loading, and a name that is not new must not be created again.
    const names = namesOf(await queryClient.ensureQueryData(namesQuery(store)))
    return names.idOf(text) ?? (await create(text)).id
  }
}

/** Creates a category with a name and a number that is free. */
export const useNewCategory = (): ((name: string) => Promise<Category>) => {
  const store = useStore()
  const isFree = async (id: Int64): Promise<boolean> => {
    try {
      await store.categories.get(id)
      return false
    } catch (error) {
      if (isApiError(error, 'category_not_found')) return true
      throw error
    }
  }
  return async (name) => {
    const names = namesOf(await queryClient.ensureQueryData(namesQuery(store)))
    const taken = new Set(names.all.map(({ id }) => id))
    let id = FIRST_NEW_ID
    while (taken.has(String(id)) || !(await isFree(id))) id += 1n
    return store.categories.put(id, { name: name.trim() })
  }
}
