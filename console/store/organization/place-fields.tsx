import { Anchor, Button, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { CityField } from '../../platform/city-field.tsx'
import { type AddressPart, addressIn, countryChoices } from '../../platform/countries.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { findPosition, hasPosition } from '../../platform/position.ts'
import { type Draft, isPlace, withCity } from './organization.ts'
import { usePlaceName } from './place-name.ts'

type FieldsProps = {
  draft: Draft
  error: unknown
  onChange: (change: (before: Draft) => Draft) => void
}

/** The address in the order of its country, and the place from which distances are measured. */
export const PlaceFields = ({ draft, error, onChange }: FieldsProps) => {
  const set = (change: Partial<Draft>) => onChange((before) => ({ ...before, ...change }))
  const { order, postcode, state } = addressIn(draft.country)
  const field = (part: AddressPart) => ({
    value: draft[part],
    error: fieldError(error, `address.${part}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [part]: event.currentTarget.value }),
  })
  const parts = {
    street: <TextInput label="Street and number" maxLength={200} {...field('street')} />,
    postcode: <TextInput label={postcode} maxLength={20} {...field('postcode')} />,
    state: <TextInput label={state} maxLength={100} {...field('state')} />,
    city: (
      <CityField
        {...field('city')}
        label="City"
        country={draft.country}
        onChange={(city) => set({ city, isUnlocated: true })}
        onFound={(city) => onChange((before) => withCity(before, city))}
      />
    ),
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Country"
          data={[{ value: '', label: 'Not chosen' }, ...countryChoices()]}
          value={draft.country}
          error={fieldError(error, 'address.country')}
          onChange={(event) => set({ country: event.currentTarget.value })}
        />
        {order.map((part) => (
          <div key={part}>{parts[part]}</div>
        ))}
      </SimpleGrid>
      <MapPlace draft={draft} onChange={onChange} />
    </>
  )
}

/** Where the shelter is on the map. Its numbers are shown to those who ask for them. */
const MapPlace = ({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) => {
  const [isOpen, setOpen] = useState(false)
  const name = usePlaceName(draft)
  const position = useAction(findPosition, {
    isErrorShown: true,
    onDone({ lat, lng, city }) {
      onChange((before) => ({
        ...(city && before.city.trim() === '' ? withCity(before, city) : before),
        lat: String(lat),
        lng: String(lng),
        isUnlocated: undefined,
      }))
    },
  })
  const isEdited = isOpen || !isPlace(draft)
  return (
    <>
      <Text size="sm" mt="md" role="status">
        {name
          ? `Distances are measured from ${name}.`
          : 'There is no map location yet. Choose a city from the list, so that adopters see how far away you are.'}
      </Text>
      {position.error ? (
        <Text size="sm" c="red" role="alert">
          {position.error instanceof Error ? position.error.message : ''}
        </Text>
      ) : null}
      <Group gap="md" mt="xs">
        {hasPosition() && (
          <Button size="xs" variant="default" loading={position.isPending} onClick={() => position.mutate(undefined)}>
            Use my position
          </Button>
        )}
        {!isEdited && (
          <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
            Enter coordinates
          </Anchor>
        )}
      </Group>
      {isEdited && <Coordinates draft={draft} onChange={onChange} />}
    </>
  )
}

const Coordinates = ({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) => {
  const field = (name: 'lat' | 'lng') => ({
    inputMode: 'decimal' as const,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      onChange((before) => ({ ...before, [name]: value, isUnlocated: undefined }))
    },
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
      <TextInput
        label="Latitude"
        description="From -90 to 90, as shown on maps"
        error={isPlace(draft) ? undefined : 'Enter both numbers or neither'}
        {...field('lat')}
      />
      <TextInput label="Longitude" description="From -180 to 180" {...field('lng')} />
    </SimpleGrid>
  )
}
