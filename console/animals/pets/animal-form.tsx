import { isApiError, type Pet } from '@adoption-store/client'
import { useEffect, useState } from 'react'
import { notify, useAction } from '../../platform/action.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { AnimalFields, useIsCategory } from './animal-fields.tsx'
import { type CategoryNames, useCategoryOf } from './category-names.ts'
import { showPet } from './pet-cache.ts'

type FormProps = { pet: Pet; names: CategoryNames; onClose: () => void }

/** Changes the name and category of an animal. */
export const AnimalForm = ({ pet, names, onClose }: FormProps) => {
  const store = useStore()
  const [etag, setEtag] = useState<string>()
  // An empty change returns the animal as it is, with the ETag for the next change.
  const load = useAction(() => store.pets.update(pet.id, {}).withResponse(), {
    isErrorShown: true,
    onDone(answer) {
      showPet(answer.data)
      setEtag(answer.etag)
    },
  })
  const { mutate: reload } = load
  useEffect(() => reload(undefined), [reload])
  const categoryOf = useCategoryOf()
  const save = useAction(
    async ({ name, category }: Typed) => {
      const categoryId = await categoryOf(category)
      return store.pets.update(pet.id, { name, categoryId }, { ifMatch: etag })
    },
    {
      isErrorShown: true,
      touches: [queryKeys.categories, queryKeys.categoryNames],
      onDone(changed) {
        showPet(changed)
        notify(`${changed.name} saved.`)
        onClose()
      },
    },
  )
  const isOutdated = isApiError(save.error, 'precondition_failed')
  useEffect(() => {
    if (isOutdated) reload(undefined)
  }, [isOutdated, reload])
  const current = load.data?.data ?? pet
  return (
    <Fields
      // If somebody else has changed the animal, the form starts over with their version.
      key={`${current.name} ${current.categoryId}`}
      title={`Edit ${pet.name}`}
      pet={current}
      names={names}
      error={save.error ?? load.error}
      // Busy from the start, as input is compared with the version that was loaded.
      isBusy={save.isPending || load.isIdle || load.isPending}
      submitLabel="Save"
      onSubmit={save.mutate}
      onClose={onClose}
    />
  )
}

type Typed = { name: string; category: string }

type FieldsProps = {
  title: string
  pet: Pet
  names: CategoryNames
  error: unknown
  isBusy: boolean
  submitLabel: string
  onSubmit: (typed: Typed) => void
  onClose: () => void
}

const Fields = ({ pet, names, onSubmit, ...form }: FieldsProps) => {
  const [name, setName] = useState(pet.name)
  const [category, setCategory] = useState(() => names.textOf(pet.categoryId))
  const [wasTried, setTried] = useState(false)
  const isCategory = useIsCategory(names)
  const submit = () => {
    setTried(true)
    if (isCategory(category)) onSubmit({ name, category })
  }
  return (
    <FormModal
      {...form}
      fields={['name', 'categoryId']}
      canSubmit={name.trim() !== ''}
      onSubmit={submit}
    >
      <AnimalFields
        {...{ name, category, names, wasTried, error: form.error }}
        onName={setName}
        onCategory={setCategory}
      />
    </FormModal>
  )
}
