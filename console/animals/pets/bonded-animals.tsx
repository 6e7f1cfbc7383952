import type { Profile } from '@adoption-store/client'
import { Anchor, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { usePetsById } from '../../adoptions/orders/pet-names.ts'

/** The animals to be adopted together with this one. */
export const BondedAnimals = ({ profile }: { profile: Profile }) => {
  const bondedWith = profile.bondedWith ?? []
  const pets = usePetsById(bondedWith)
  const named = bondedWith.flatMap((id) => pets.get(String(id)) ?? [])
  if (named.length === 0) return null
  return (
    <Text size="sm" mt="sm">
      Bonded with{' '}
      {named.map(({ id, name }, at) => (
        <Fragment key={String(id)}>
          {at > 0 && ', '}
          <Anchor component={Link} to={`/animals/${id}`} underline="always" inherit>
            <bdi>{name}</bdi>
          </Anchor>
        </Fragment>
      ))}
      : adopt them together
    </Text>
  )
}
