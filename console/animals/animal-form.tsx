import { isApiError, type NewPet, type Pet, type PetStatus } from '@adoption-store/client'
import { Autocomplete, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { notify, useAction } from '../platform/action.ts'
import { fieldFault } from '../platform/error-words.ts'
import { Failure } from '../platform/failure.tsx'
import { useStore } from '../session/session.ts'
import type { CategoryNames } from './category-names.ts'
import { showPet } from './pet-cache.ts'
import { petStatuses, statusWords } from './pet-moves.ts'

type FormProps = { pet: Pet | undefined; names: CategoryNames; onClose: () => void }

/** Adds an animal, or changes the name and the category of one. */
export const AnimalForm = (props: FormProps) => (
  <Modal
    opened
    onClose={props.onClose}
    title={props.pet ? `Edit ${props.pet.name}` : 'Add an animal'}
  >
    {props.pet ? <EditForm {...props} pet={props.pet} /> : <AddForm {...props} />}
  </Modal>
)

const AddForm = ({ names, onClose }: FormProps) => {
  const store = useStore()
  const add = useAction((pet: NewPet) => store.pets.create(pet), {
    isErrorShown: true,
    onDone(pet) {
      showPet(pet)
      notify(`${pet.name} is added, with the id ${pet.id}.`)
      onClose()
    },
  })
  return (
    <Fields
      names={names}
      error={add.error}
      isBusy={add.isPending}
      submitText="Add"
      withStatus
      onSubmit={add.mutate}
      onClose={onClose}
    />
  )
}

const EditForm = ({ pet, names, onClose }: FormProps & { pet: Pet }) => {
  const store = useStore()
  const [etag, setEtag] = useState<string>()
  // A change of nothing answers with the animal as it is, and what to hold a later change against.
  const load = useAction(() => store.pets.update(pet.id, {}).withAnswer(), {
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
        notify(`${changed.name} is changed.`)
        onClose()
      },
    },
  )
  const isLost = isApiError(save.error, 'precondition_failed')
  useEffect(() => {
    if (isLost) reload(undefined)
  }, [isLost, reload])
  const current = load.data?.data ?? pet
  return (
    <Fields
      // What was typed on top of an older version is typed anew on top of the present one.
      key={`${current.name} ${current.categoryId}`}
      pet={current}
      names={names}
      error={save.error ?? load.error}
      isBusy={save.isPending || load.isPending}
      submitText="Save"
      onSubmit={save.mutate}
      onClose={onClose}
    />
  )
}

type FieldsProps = {
  pet?: Pet
  names: CategoryNames
  error: unknown
  isBusy: boolean
  submitText: string
  withStatus?: boolean
  onSubmit: (pet: NewPet) => void
  onClose: () => void
}

const Fields = ({ pet, names, error, isBusy, submitText, withStatus, ...on }: FieldsProps) => {
  const [name, setName] = useState(pet?.name ?? '')
  const [category, setCategory] = useState(() => categoryText(pet, names))
  const [status, setStatus] = useState<PetStatus>('available')
  const [wasTried, setTried] = useState(false)
  const categoryId = names.idOf(category)
  const faults = {
    name: fieldFault(error, 'name'),
    categoryId:
      (wasTried && categoryId === undefined
        ? 'must be a named category or a whole number'
        : undefined) ?? fieldFault(error, 'categoryId'),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (categoryId === undefined) return
    on.onSubmit({ name, categoryId, ...(withStatus && { status }) })
  }
  const isSaidByField = fieldFault(error, 'name') ?? fieldFault(error, 'categoryId')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error && !isSaidByField ? <Failure error={error} /> : null}
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={510}
          value={name}
          error={faults.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Autocomplete
          label="Category"
          description="One that has a name, or any whole number"
          required
          data={names.choices.map(({ text }) => text)}
          value={category}
          error={faults.categoryId}
          onChange={setCategory}
        />
        {withStatus && (
          <Select
            label="Status"
            allowDeselect={false}
            data={petStatuses.map((value) => ({ value, label: statusWords[value].title }))}
            value={status}
            onChange={(value) =>
              setStatus(petStatuses.find((known) => known === value) ?? 'available')
            }
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={on.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {submitText}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const categoryText = (pet: Pet | undefined, { choices }: CategoryNames): string => {
  if (!pet) return ''
  const id = String(pet.categoryId)
  return choices.find((choice) => choice.id === id)?.text ?? id
}
