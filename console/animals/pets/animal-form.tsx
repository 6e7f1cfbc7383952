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
  return (
    <Fields
      title={`Edit ${pet.name}`}
      pet={load.data?.data ?? pet}
      names={names}
      error={save.error ?? load.error}
      // Busy until the version that the change is based on is known.
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
  /** As it is on the server. */
  pet: Pet
  names: CategoryNames
  error: unknown
  isBusy: boolean
  submitLabel: string
  onSubmit: (typed: Typed) => void
  onClose: () => void
}

/** What was typed stays; the other field shows what somebody else may have saved meanwhile. */
const Fields = ({ pet, names, onSubmit, ...form }: FieldsProps) => {
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const [first] = useState(pet)
  const [wasTried, setTried] = useState(false)
  const isCategory = useIsCategory(names)
  const saved = { name: pet.name, category: names.textOf(pet.categoryId) }
  const { name, category } = { ...saved, ...typed }
  const isTheirs = typed.name !== undefined && pet.name !== first.name && pet.name !== typed.name
  const submit = () => {
    setTried(true)
    if (isCategory(category)) onSubmit({ name, category })
  }
  return (
    <FormModal {...form} fields={['name', 'categoryId']} canSubmit={name.trim() !== ''} onSubmit={submit}>
      <AnimalFields
        name={name}
        category={category}
        names={names}
        wasTried={wasTried}
        error={form.error}
        nameHint={isTheirs ? `Somebody else has changed it to “${pet.name}”` : undefined}
        onName={(next) => setTyped({ ...typed, name: next })}
        onCategory={(next) => setTyped({ ...typed, category: next })}
      />
    </FormModal>
  )
}
