import {
  isApiError,
  type NewPet,
  type Pet,
  type PetStatus,
  petStatuses,
} from '@adoption-store/client'
import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { notify, useAction } from '../platform/action.ts'
import { fieldError } from '../platform/error-messages.ts'
import { FormModal } from '../platform/form.tsx'
import { petLabels } from '../platform/status-pill.tsx'
import { useStore } from '../session/session.ts'
import type { CategoryNames } from './category-names.ts'
import { showPet } from './pet-cache.ts'

type FormProps = { pet: Pet | undefined; names: CategoryNames; onClose: () => void }

/** Adds an animal, or changes the name and category of one. */
export const AnimalForm = (props: FormProps) =>
  props.pet ? <EditForm {...props} pet={props.pet} /> : <AddForm {...props} />

const AddForm = ({ names, onClose }: FormProps) => {
  const store = useStore()
  const add = useAction((pet: NewPet) => store.pets.create(pet), {
    isErrorShown: true,
    onDone(pet) {
      showPet(pet)
      notify(`${pet.name} added (ID ${pet.id}).`)
      onClose()
    },
  })
  return (
    <Fields
      title="Add an animal"
      names={names}
      error={add.error}
      isBusy={add.isPending}
      submitLabel="Add"
      withStatus
      onSubmit={add.mutate}
      onClose={onClose}
    />
  )
}

const EditForm = ({ pet, names, onClose }: FormProps & { pet: Pet }) => {
  const store = useStore()
  const [etag, setEtag] = useState<string>()
  // An empty change returns the animal as it is, with the ETag for the change to come.
  const load = useAction(() => store.pets.update(pet.id, {}).withResponse(), {
    isErrorShown: true,
    onDone(answer) {
      showPet(answer.data)
      setEtag(answer.etag)
    },
  })
  const { mutate: reload } = load
  useEffect(() => reload(undefined), [reload])
  const save = useAction(
    ({ name, categoryId }: NewPet) =>
      store.pets.update(pet.id, { name, categoryId }, { ifMatch: etag }),
    {
      isErrorShown: true,
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
      // When somebody else has changed the animal, the form starts over with their version.
      key={`${current.name} ${current.categoryId}`}
      title={`Edit ${pet.name}`}
      pet={current}
      names={names}
      error={save.error ?? load.error}
      // From the first moment: what is typed is checked against the version that was loaded.
      isBusy={save.isPending || load.isIdle || load.isPending}
      submitLabel="Save"
      onSubmit={save.mutate}
      onClose={onClose}
    />
  )
}

type FieldsProps = {
  title: string
  pet?: Pet
  names: CategoryNames
  error: unknown
  isBusy: boolean
  submitLabel: string
  withStatus?: boolean
  onSubmit: (pet: NewPet) => void
  onClose: () => void
}

const Fields = ({ pet, names, withStatus, onSubmit, ...form }: FieldsProps) => {
  const [name, setName] = useState(pet?.name ?? '')
  const [category, setCategory] = useState(() => categoryText(pet, names))
  const [status, setStatus] = useState<PetStatus>('available')
  const [wasTried, setTried] = useState(false)
  const categoryId = names.idOf(category)
  const isUnknown = wasTried && categoryId === undefined
  const submit = () => {
    setTried(true)
    if (categoryId === undefined) return
    onSubmit({ name, categoryId, ...(withStatus && { status }) })
  }
  return (
    <FormModal
      {...form}
      fields={['name', 'categoryId']}
      canSubmit={name.trim() !== ''}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={510}
        value={name}
        error={fieldError(form.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Autocomplete
        label="Category"
        description="Choose a category, or enter a number"
        required
        data={names.choices.map(({ text }) => text)}
        value={category}
        error={isUnknown ? unknownCategory : fieldError(form.error, 'categoryId')}
        onChange={setCategory}
      />
      {withStatus && (
        <Select
          label="Status"
          allowDeselect={false}
          data={petStatuses.map((value) => ({ value, label: petLabels[value].label }))}
          value={status}
          onChange={(value) =>
            setStatus(petStatuses.find((known) => known === value) ?? 'available')
          }
        />
      )}
    </FormModal>
  )
}

const unknownCategory = 'must be a named category or a whole number'

const categoryText = (pet: Pet | undefined, { choices }: CategoryNames): string => {
  if (!pet) return ''
  const id = String(pet.categoryId)
  return choices.find((choice) => choice.id === id)?.text ?? id
}
