import type { Animal } from '@adoption-store/client'
import { useCallback, useMemo, useState } from 'react'
import { notify, notifyError } from '../../platform/action.ts'
import { formatCount } from '../../platform/number-format.ts'
import { useStore } from '../../session/session.ts'
import { type AnimalFilter, queryOf } from './animal-filter.ts'

type Selected = ReadonlyMap<string, Animal>

/** More at once would use up the limits of an account. */
const MAX_SELECTED = 1_000
const PAGE_SIZE = 200

export type AnimalSelection = ReturnType<typeof useAnimalSelection>

/** The selected animals, including those scrolled out of view. */
export const useAnimalSelection = (filter: AnimalFilter) => {
  const store = useStore()
  const [selected, setSelected] = useState<Selected>(new Map())
  const isSelected = useCallback(({ id }: Animal) => selected.has(String(id)), [selected])
  const toggle = useCallback((animal: Animal) => {
    setSelected((before) => {
      const next = new Map(before)
      if (!next.delete(String(animal.id))) next.set(String(animal.id), animal)
      return next
    })
  }, [])
  const extend = useCallback((animals: readonly Animal[]) => {
    setSelected((before) => new Map([...before, ...entriesOf(animals)]))
  }, [])
  const clear = useCallback(() => setSelected(new Map()), [])
  /** Selects exactly these. */
  const keep = useCallback((animals: readonly Animal[]) => {
    setSelected(new Map(entriesOf(animals)))
  }, [])
  const toggleAll = async (total: number) => {
    if (selected.size >= Math.min(total, MAX_SELECTED)) return clear()
    try {
      const found: Animal[] = []
      const query = { ...queryOf(filter), limit: PAGE_SIZE }
      for await (const animal of store.animals.list(query)) {
        if (found.push(animal) >= MAX_SELECTED) break
      }
      keep(found)
      if (total > MAX_SELECTED) notify(`The first ${formatCount(MAX_SELECTED)} are selected.`)
    } catch (error) {
      notifyError(error)
    }
  }
  const animals = useMemo(() => [...selected.values()], [selected])
  return { animals, count: selected.size, isSelected, toggle, extend, clear, keep, toggleAll }
}

const entriesOf = (animals: readonly Animal[]) => animals.map((animal) => [String(animal.id), animal] as const)
