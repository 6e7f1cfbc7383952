import type { NewPassword } from '@adoption-store/client'
import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import type { City } from '../platform/cities.ts'
import { CityField, cityText, findCity } from '../platform/city-field.tsx'
import { fieldError } from '../platform/error-messages.ts'
import { findPosition, hasPosition } from '../platform/position.ts'
import { WelcomeField } from './fields.tsx'
import classes from './welcome.module.css'

/** The shelter of a new store, as it is typed. */
export type ShelterDraft = {
  name: string
  city: string
  /** The place, once it has been found. */
  place?: City | undefined
}

type FieldsProps = {
  draft: ShelterDraft
  error: unknown
  onChange: (change: Partial<ShelterDraft>) => void
}

/** Asks for the name and place of the shelter. */
export const ShelterFields = ({ draft, error, onChange }: FieldsProps) => {
  const { name, city, place } = draft
  const find = (found: City) => onChange({ city: found.name, place: found })
  return (
    <>
      <WelcomeField
        label="Shelter’s name"
        name="organization"
        autoFocus
        autoComplete="organization"
        maxLength={255}
        value={name}
        error={fieldError(error, 'shelter.name')}
        onChange={(text) => onChange({ name: text })}
      />
      <div>
        <CityField
          label="City"
          className={classes.field}
          value={city}
          error={fieldError(error, 'shelter.address.city')}
          onChange={(text) => onChange({ city: text, place: undefined })}
          onFound={find}
        />
        <Text size="sm" c="dimmed" mt={6} role="status">
          {place ? `Found: ${cityText(place)}` : 'Adopters look for animals near them.'}{' '}
          {!place && hasPosition() && <PositionButton onFound={find} />}
        </Text>
      </div>
    </>
  )
}

const PositionButton = ({ onFound }: { onFound: (city: City) => void }) => {
  const [text, setText] = useState('Use my position')
  const find = async () => {
    setText('Finding your position…')
    try {
      const { lat, lng, city } = await findPosition()
      if (city) onFound({ ...city, lat, lng })
      else setText('We found no larger city nearby. Please type the name.')
    } catch (error) {
      setText(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={() => void find()}>
      {text}
    </Anchor>
  )
}

/** The shelter as the server takes it. A city that was typed to the end is looked up first. */
export const shelterOf = async ({
  name,
  city,
  place: chosen,
}: ShelterDraft): Promise<NonNullable<NewPassword['shelter']>> => {
  const place = chosen ?? (await findCity(city))
  const cityName = place?.name ?? city.trim()
  return {
    name: name.trim(),
    address: {
      ...(cityName !== '' && { city: cityName }),
      ...(place?.state && { state: place.state }),
      ...(place && { country: place.country }),
    },
    ...(place && { location: { lat: place.lat, lng: place.lng } }),
  }
}
