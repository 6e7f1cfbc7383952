import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a page with its actions. It takes the focus, so that screen readers announce the page. */
export const PageHead = ({ title, children }: { title: string; children?: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Animal Adoption Store`
    // Never while somebody is typing.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  )
}
