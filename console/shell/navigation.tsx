import { NavLink } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useMe } from '../session/permissions.ts'
import { type ConsolePage, isPermitted, pageAt, pages } from './pages.tsx'

export const Navigation = ({ onFollow }: { onFollow: () => void }) => {
  const [path] = useLocation()
  const current = pageAt(path)
  const { data: me } = useMe()
  return (
    <nav aria-label="Console">
      {pages
        .filter((page) => !page.isHidden && isPermitted(page, me))
        .map((page) => (
          <Item key={page.path} page={page} isCurrent={page === current} onFollow={onFollow} />
        ))}
    </nav>
  )
}

type ItemProps = { page: ConsolePage; isCurrent: boolean; onFollow: () => void }

const Item = ({ page, isCurrent, onFollow }: ItemProps) => (
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
