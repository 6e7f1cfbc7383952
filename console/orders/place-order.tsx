import { isApiError, type NewOrder, type Pet } from '@adoption-store/client'
import { Anchor, Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { notify, useAction } from '../platform/action.ts'
import { fieldFault } from '../platform/error-words.ts'
import { Failure } from '../platform/failure.tsx'
import { parseInt64 } from '../platform/int64.ts'
import { PageHead } from '../platform/page-head.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { AnimalPicker } from './animal-picker.tsx'
import { usePetsById } from './pet-names.ts'

/** Takes an available animal for a customer. */
export const PlaceOrder = () => {
  const store = useStore()
  const [, navigate] = useLocation()
  const petId = parseInt64(useSearchParams()[0].get('pet') ?? '')
  const asked = usePetsById(petId === undefined ? [] : [petId]).get(String(petId))
  const [picked, setPicked] = useState<{ pet: Pet | undefined }>()
  const pet = picked ? picked.pet : asked
  const place = useAction((order: NewOrder) => store.orders.place(order), {
    isErrorShown: true,
    touches: [queryKeys.orders, queryKeys.pets, queryKeys.inventory],
    onDone(order) {
      notify(`Order ${order.id} is placed: the animal waits for its customer.`)
      navigate(`/orders/${order.id}`)
    },
  })
  return (
    <>
      <Anchor component={Link} to="/orders" size="sm" underline="always">
        All orders
      </Anchor>
      <PageHead title="Place an order" />
      <Paper withBorder p="md" maw={560}>
        <OrderForm
          pet={pet}
          onPick={(next) => setPicked({ pet: next })}
          error={place.error}
          isBusy={place.isPending}
          onSubmit={place.mutate}
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
}

const shownByFields = ['petId', 'customer.name', 'customer.email', 'customer.phone', 'note']

const OrderForm = ({ pet, onPick, error, isBusy, onSubmit }: FormProps) => {
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [note, setNote] = useState('')
  const [wasTried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!pet) return
    const customer = { name, email: email.trim(), ...(phone.trim() && { phone: phone.trim() }) }
    onSubmit({ petId: pet.id, customer, ...(note.trim() && { note }) })
  }
  const isSaidByField = shownByFields.some((field) => fieldFault(error, field) !== undefined)
  const missing = wasTried && !pet ? 'must be an available animal' : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error && !isSaidByField ? <Failure error={error} /> : null}
        <AnimalPicker
          pet={pet}
          onPick={onPick}
          error={missing ?? fieldFault(error, 'petId') ?? takenFault(error)}
        />
        <TextInput
          label="Customer's name"
          required
          autoComplete="off"
          value={name}
          error={fieldFault(error, 'customer.name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          type="email"
          required
          autoComplete="off"
          value={email}
          error={fieldFault(error, 'customer.email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Telephone"
          type="tel"
          autoComplete="off"
          value={phone}
          error={fieldFault(error, 'customer.phone')}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <Textarea
          label="Note"
          description="Anything worth knowing, at most 1,000 characters"
          autosize
          minRows={2}
          value={note}
          error={fieldFault(error, 'note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => navigate('/orders')}>
            Back
          </Button>
          <Button type="submit" loading={isBusy} disabled={!name.trim() || !email.trim()}>
            Place the order
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Somebody was faster: it is the animal that has to be another. */
const takenFault = (error: unknown): string | undefined =>
  isApiError(error, 'pet_not_available') || isApiError(error, 'pet_not_found')
    ? 'choose another animal'
    : undefined
