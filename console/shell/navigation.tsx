import { NavLink } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useCan } from '../session/permissions.ts'
import { type ConsolePage, pageAt, pages } from './pages.tsx'

export const Navigation = ({ onFollow }: { onFollow: () => void }) => {
  const [path] = useLocation()
  const current = pageAt(path)
  return (
    <nav aria-label="Console">
      {pages
        .filter(({ isHidden }) => !isHidden)
        .map((page) => (
          <Item key={page.path} page={page} isCurrent={page === current} onFollow={onFollow} />
        ))}
    </nav>
  )
}

type ItemProps = { page: ConsolePage; isCurrent: boolean; onFollow: () => void }

/** A link to a page, if the user is allowed to see it. */
const Item = ({ page, isCurrent, onFollow }: ItemProps) => {
  const isAllowed = useCan(page.scope)
  if (!isAllowed) return null
  return (
    <NavLink
      component={Link}
      to={page.path}
      onClick={onFollow}
      label={page.title}
      leftSection={page.icon}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      style={{ borderRadius: 'var(--mantine-radius-sm)' }}
    />
  )
}
