import { isApiError, type NewOrder, type Pet, type Profile } from '@adoption-store/client'
import { Paper, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { AnimalPicker } from '../../adoptions/orders/animal-picker.tsx'
import { BondedChoice, placePartners, useBonded } from '../../adoptions/orders/bonded-choice.tsx'
import { FeeField, feeError, feeFields } from '../../adoptions/orders/fee-field.tsx'
import { usePetsById } from '../../adoptions/orders/pet-names.ts'
import { notify, useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { Form } from '../../platform/form.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { UpLink } from '../../platform/up-link.tsx'
import { useStore } from '../../session/session.ts'

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
  const place = useAction(
    async ({ order, partners }: Placing) => {
      const placed = await store.orders.place(order)
      const { customer, note } = order
      const together = await placePartners(store, partners, {
        customer,
        ...(note !== undefined && { note }),
      })
      return { placed, together }
    },
    {
      isErrorShown: true,
      touches: [queryKeys.orders, queryKeys.animals],
      onDone({ placed, together }) {
        takeForSaved()
        notify(
          together > 0
            ? `${together + 1} adoptions created. The animals are on hold.`
            : `Adoption ${placed.id} created. The animal is on hold.`,
        )
        navigate(`/adoptions/${placed.id}`)
      },
    },
  )
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

/** An adoption, and the bonded animals that the same person adopts. */
type Placing = { order: NewOrder; partners: readonly Pet[] }

type FormProps = {
  pet: Pet | undefined
  onPick: (pet: Pet | undefined) => void
  error: unknown
  isBusy: boolean
  onSubmit: (placing: Placing) => void
  onCancel: () => void
}

const fields = ['petId', 'customer.name', 'customer.email', 'customer.phone', 'note', ...feeFields]

const OrderForm = ({ pet, onPick, error, isBusy, onSubmit, onCancel }: FormProps) => {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [note, setNote] = useState('')
  const [typedFee, setTypedFee] = useState<{ fee: Profile['fee'] }>()
  const [wasTried, setTried] = useState(false)
  const bonded = useBonded(pet)
  // The fee of the animal, until another is typed.
  const fee = typedFee ? typedFee.fee : (bonded.profile?.fee ?? null)
  const submit = () => {
    setTried(true)
    if (!pet) return
    const customer = { name, email: email.trim(), ...(phone.trim() && { phone: phone.trim() }) }
    onSubmit({
      order: { petId: pet.id, customer, ...(note.trim() && { note }), ...(fee && { fee }) },
      partners: bonded.together,
    })
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
      <AnimalPicker pet={pet} onPick={onPick} error={missing ?? fieldError(error, 'petId') ?? takenError(error)} />
      {pet && <BondedChoice name={pet.name} {...bonded} />}
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
      <FeeField
        key={String(pet?.id)}
        fee={fee}
        error={feeError(error)}
        onChange={(next) => setTypedFee({ fee: next })}
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
