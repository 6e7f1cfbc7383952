import type { AdoptionStore, Profile } from '@adoption-store/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { notify, notifyError, useAction } from '../../platform/action.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { SearchSelect } from '../../platform/search-select.tsx'
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
  const categoryOf = useCategoryOf()
  const categoryOfSpecies = speciesQuery(store)
  const { data: known } = useQuery(categoryOfSpecies)
  const usual = known?.find((one) => one.species === species)
  /** Also while the categories of species are still loading. */
  const hasUsual = species !== null && (usual !== undefined || known === undefined)
  const create = async () => {
    if (category.trim() !== '') {
      return store.pets.create({ name, categoryId: await categoryOf(category) })
    }
    const loaded = await queryClient.ensureQueryData(categoryOfSpecies)
    const found = loaded.find((one) => one.species === species)
    if (!found) throw new Error('Choose a species')
    return store.pets.create({ name, categoryId: found.categoryId })
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
  const isNamed = category.trim() !== ''
  const submit = () => {
    setTried(true)
    if (isNamed ? isCategory(category) : hasUsual) add.mutate(undefined)
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
        name={name}
        category={category}
        names={names}
        wasTried={wasTried}
        error={add.error}
        fallback={usual?.name ?? ''}
        onName={setName}
        onCategory={setCategory}
      >
        <SearchSelect
          label="Species"
          placeholder="Choose, or type"
          withAsterisk={!isNamed}
          error={wasTried && !isNamed && !hasUsual && 'Choose a species'}
          labels={speciesLabels}
          value={species}
          onChange={setSpecies}
        />
      </AnimalFields>
    </FormModal>
  )
}

/** The category that animals of each species belong to unless another is chosen. */
const speciesQuery = (store: AdoptionStore) =>
  queryOptions({
    queryKey: queryKeys.species,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => store.categories.species({ signal }),
  })
