import { isApiError, type NewOrder, type Pet } from '@adoption-store/client'
import { Paper, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { notify, useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { Form } from '../../platform/form.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { UpLink } from '../../platform/up-link.tsx'
import { useStore } from '../../session/session.ts'
import { AnimalPicker } from './animal-picker.tsx'
import { usePetsById } from './pet-names.ts'

/** Reserves an available animal for an adopter. */
export const PlaceOrder = () => {
  const store = useStore()
  const [, navigate] = useLocation()
  const petId = parseInt64(useSearchParams()[0].get('pet') ?? '')
  const requested = usePetsById(petId === undefined ? [] : [petId]).get(String(petId))
  const [picked, setPicked] = useState<{ pet: Pet | undefined }>()
  const pet = picked ? picked.pet : requested
  const [isTyped, setTyped] = useState(false)
  const takeForSaved = useUnsaved(isTyped)
  const place = useAction((order: NewOrder) => store.orders.place(order), {
    isErrorShown: true,
    touches: [queryKeys.orders, queryKeys.animals],
    onDone(order) {
      takeForSaved()
      notify(`Adoption ${order.id} created. The animal is on hold.`)
      navigate(`/adoptions/${order.id}`)
    },
  })
  return (
    <>
      <UpLink to="/adoptions">All adoptions</UpLink>
      <PageHead title="New adoption" />
      <Paper withBorder p="md" maw={560} onChange={() => setTyped(true)}>
        <OrderForm
          pet={pet}
          onPick={(next) => setPicked({ pet: next })}
          error={place.error}
          isBusy={place.isPending}
          onSubmit={place.mutate}
          onCancel={() => {
            takeForSaved()
            navigate('/adoptions')
          }}
        />
      </Paper>
    </>
  )
}

type FormProps = {
  pet: Pet | undefined
  onPick: (pet: Pet | undefined) => void
  error: unknown
  isBusy: boolean
  onSubmit: (order: NewOrder) => void
  onCancel: () => void
}

const fields = ['petId', 'customer.name', 'customer.email', 'customer.phone', 'note']

const OrderForm = ({ pet, onPick, error, isBusy, onSubmit, onCancel }: FormProps) => {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [note, setNote] = useState('')
  const [wasTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (!pet) return
    const customer = { name, email: email.trim(), ...(phone.trim() && { phone: phone.trim() }) }
    onSubmit({ petId: pet.id, customer, ...(note.trim() && { note }) })
  }
  const missing = wasTried && !pet ? 'must be an available animal' : undefined
  return (
    <Form
      error={error}
      fields={fields}
      submitLabel="Create adoption"
      isBusy={isBusy}
      canSubmit={name.trim() !== '' && email.trim() !== ''}
      onSubmit={submit}
      onClose={onCancel}
    >
      <AnimalPicker
        pet={pet}
        onPick={onPick}
        error={missing ?? fieldError(error, 'petId') ?? takenError(error)}
      />
      <TextInput
        label="Adopter's name"
        required
        autoComplete="off"
        value={name}
        error={fieldError(error, 'customer.name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        value={email}
        error={fieldError(error, 'customer.email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        value={phone}
        error={fieldError(error, 'customer.phone')}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Textarea
        label="Note"
        description="Up to 1,000 characters"
        autosize
        minRows={2}
        value={note}
        error={fieldError(error, 'note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Form>
  )
}

/** Somebody else has reserved the animal, so another one must be chosen. */
const takenError = (error: unknown): string | undefined =>
  isApiError(error, 'pet_not_available') || isApiError(error, 'pet_not_found')
    ? 'is no longer available. Choose another animal'
    : undefined
