import { NavLink, Text, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useLacksScope } from '../platform/scopes.ts'
import { LockIcon } from './icons.tsx'
import { type ConsolePage, pageAt, pages } from './pages.tsx'

export const Navigation = ({ onFollow }: { onFollow: () => void }) => {
  const [path] = useLocation()
  const current = pageAt(path)
  return (
    <nav aria-label="Console">
      {pages.map((page) => (
        <Item key={page.path} page={page} isCurrent={page === current} onFollow={onFollow} />
      ))}
    </nav>
  )
}

type ItemProps = { page: ConsolePage; isCurrent: boolean; onFollow: () => void }

/** A page that the key may not see stays in its place, with a lock: it says what is missing when it is opened. */
const Item = ({ page, isCurrent, onFollow }: ItemProps) => {
  const isLocked = useLacksScope(page.scope)
  return (
    <NavLink
      component={Link}
      to={page.path}
      onClick={onFollow}
      label={page.title}
      leftSection={page.icon}
      rightSection={isLocked && <Locked scope={page.scope} />}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      style={{ borderRadius: 'var(--mantine-radius-sm)' }}
    />
  )
}

const Locked = ({ scope }: { scope: string | undefined }) => (
  <Text span c="dimmed" lh={0}>
    <LockIcon size={16} />
    <VisuallyHidden>needs the scope {scope}</VisuallyHidden>
  </Text>
)
