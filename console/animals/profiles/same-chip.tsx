import { Anchor, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import type { EditedProfile } from './use-profile.ts'

/** A warning if another animal has the same microchip. */
export const SameChip = ({ profile: { petId, microchip } }: Pick<EditedProfile, 'profile'>) => {
  const store = useStore()
  const [chip] = useDebouncedValue(microchip, 250)
  const query = { q: chip ?? '', include: ['profile' as const], limit: FEW }
  const { data = [] } = useQuery({
    queryKey: queryKeys.animalChoice(query),
    queryFn: async ({ signal }) => (await store.animals.list(query, { signal })).items,
    enabled: Boolean(chip),
  })
  const other = data.find(({ id, profile }) => profile?.microchip === chip && !isSame(id, petId))
  return (
    <div role="status">
      {other && (
        <Text size="sm">
          <Anchor component={Link} to={`/animals/${other.id}`} underline="always" inherit>
            {other.name} (#{String(other.id)})
          </Anchor>{' '}
          has the same microchip. Check both numbers.
        </Text>
      )}
    </div>
  )
}

/** Searches also find names, which come first only if there are many. */
const FEW = 10

const isSame = (one: unknown, other: unknown): boolean => String(one) === String(other)
