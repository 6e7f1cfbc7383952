import type { Scope } from '@adoption-store/client'
import { Text } from '@mantine/core'
import { useMe } from './permissions.ts'

/** Explains why a page offers no changes. */
export const ReadOnlyNote = ({ scope }: { scope: Scope }) => {
  const { data: me } = useMe()
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {me?.type === 'user'
        ? 'Read only: your role does not permit changes here.'
        : `Read only: your key does not have the scope ${scope}.`}
    </Text>
  )
}
