import type { Scope } from '@adoption-store/client'
import { Text } from '@mantine/core'

/** Why a page offers no changes. */
export const ReadOnlyNote = ({ scope }: { scope: Scope }) => (
  <Text size="sm" c="dimmed" mb="sm">
    Read only: your key does not have the scope {scope}.
  </Text>
)
