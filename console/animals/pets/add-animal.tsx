import type { Profile } from '@adoption-store/client'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { notify, notifyError, useAction } from '../../platform/action.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { speciesLabels } from '../../platform/species-labels.ts'
import { useStore } from '../../session/session.ts'
import { AnimalFields, useIsCategory } from './animal-fields.tsx'
import { type CategoryNames, useCategoryOf } from './category-names.ts'

type Species = NonNullable<Profile['species']>

/** Adds an animal, and opens its page for the details. */
export const AddAnimal = ({ names, onClose }: { names: CategoryNames; onClose: () => void }) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [category, setCategory] = useState('')
  const [species, setSpecies] = useState<Species | null>(null)
  const [wasTried, setTried] = useState(false)
  const isCategory = useIsCategory(names)
  const categoryOf = useCategoryOf(names)
  const usual = useSpeciesCategories().find((one) => one.species === species)
  const create = async () => {
    const isUsual = category.trim() === '' && usual
    const categoryId = isUsual ? usual.categoryId : await categoryOf(category)
    return store.pets.create({ name, categoryId })
  }
  const add = useAction(create, {
    isErrorShown: true,
    touches: [queryKeys.animals, queryKeys.categories, queryKeys.categoryNames],
    async onDone(pet) {
      // The animal exists, even if this fails.
      if (species) await store.profiles.update(pet.id, { species }).catch(notifyError)
      notify(`${pet.name} added (ID ${pet.id}).`)
      navigate(`/animals/${pet.id}`)
      // This page stays hidden until the next has loaded, and Back may show it again.
      onClose()
    },
  })
  const submit = () => {
    setTried(true)
    const isChosen = category.trim() === '' ? usual !== undefined : isCategory(category)
    if (isChosen) add.mutate(undefined)
  }
  return (
    <FormModal
      title="Add an animal"
      error={add.error}
      fields={['name', 'categoryId']}
      submitLabel="Add"
      isBusy={add.isPending || add.isSuccess}
      canSubmit={name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <AnimalFields
        {...{ name, category, names, wasTried, error: add.error }}
        fallback={usual?.name}
        onName={setName}
        onCategory={setCategory}
      >
        <Select
          label="Species"
          placeholder="Not known yet"
          clearable
          data={Object.entries(speciesLabels).map(([value, label]) => ({ value, label }))}
          value={species}
          onChange={(value) => setSpecies(value as Species | null)}
        />
      </AnimalFields>
    </FormModal>
  )
}

/** The category that animals of a species belong to unless another is chosen. */
const useSpeciesCategories = () => {
  const store = useStore()
  const { data = [] } = useQuery({
    queryKey: queryKeys.species,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => store.categories.species({ signal }),
  })
  return data
}
