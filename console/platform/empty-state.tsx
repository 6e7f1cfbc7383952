import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shown instead of an empty list, with what to do next. */
export const EmptyState = (props: { title: string; children: ReactNode; actions?: ReactNode }) => (
  <Center py={48}>
    <Stack align="center" gap="sm" maw={420} ta="center">
      <Title order={2} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed">{props.children}</Text>
      {props.actions}
    </Stack>
  </Center>
)
