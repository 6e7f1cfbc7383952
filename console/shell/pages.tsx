import type { Me, Scope } from '@adoption-store/client'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'
import {
  AdminIcon,
  AuditIcon,
  CategoryIcon,
  MailIcon,
  OrderIcon,
  PawIcon,
  PeopleIcon,
  SessionsIcon,
  UsageIcon,
  WebhookIcon,
} from '../platform/icons.tsx'

export type ConsolePage = {
  /** Below /console. Longer paths belong to the page as well, which has routes of its own. */
  path: string
  title: string
  icon: ReactNode
  /** The page is of no use without it. */
  scope?: Scope
  /** Whom it is for: those who act for the whole store, or members of an account; left out, for both. */
  audience?: 'store' | 'members'
  /** It is reached from elsewhere than the navigation. */
  isHidden?: true
  component: LazyExoticComponent<ComponentType>
}

/** Every page, in the order of the navigation. /console leads to the first one the user is allowed to see. */
export const pages: readonly [ConsolePage, ...ConsolePage[]] = [
  {
    path: '/animals',
    title: 'Animals',
    icon: <PawIcon />,
    scope: 'pets:read',
    component: lazy(async () => ({
      default: (await import('../animals/animals-page.tsx')).AnimalsPage,
    })),
  },
  {
    path: '/orders',
    title: 'Adoptions',
    icon: <OrderIcon />,
    scope: 'orders:read',
    component: lazy(async () => ({
      default: (await import('../orders/orders-page.tsx')).OrdersPage,
    })),
  },
  {
    path: '/categories',
    title: 'Categories',
    icon: <CategoryIcon />,
    scope: 'pets:read',
    component: lazy(async () => ({
      default: (await import('../categories/categories-page.tsx')).CategoriesPage,
    })),
  },
  {
    path: '/usage',
    title: 'Usage',
    icon: <UsageIcon />,
    component: lazy(async () => ({
      default: (await import('../usage/usage-page.tsx')).UsagePage,
    })),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    icon: <WebhookIcon />,
    scope: 'webhooks:manage',
    component: lazy(async () => ({
      default: (await import('../webhooks/webhooks-page.tsx')).WebhooksPage,
    })),
  },
  {
    path: '/account',
    title: 'Account',
    icon: <AdminIcon />,
    scope: 'admin',
    audience: 'members',
    component: lazy(async () => ({
      default: (await import('../admin/own-account-page.tsx')).OwnAccountPage,
    })),
  },
  {
    path: '/users',
    title: 'Users',
    icon: <PeopleIcon />,
    scope: 'admin',
    component: lazy(async () => ({
      default: (await import('../users/users-page.tsx')).UsersPage,
    })),
  },
  {
    path: '/admin',
    title: 'Accounts',
    icon: <AdminIcon />,
    scope: 'admin',
    audience: 'store',
    component: lazy(async () => ({
      default: (await import('../admin/admin-page.tsx')).AdminPage,
    })),
  },
  {
    path: '/mail',
    title: 'Mail',
    icon: <MailIcon />,
    scope: 'admin',
    audience: 'store',
    component: lazy(async () => ({
      default: (await import('../mail/mail-page.tsx')).MailPage,
    })),
  },
  {
    path: '/audit-log',
    title: 'Audit log',
    icon: <AuditIcon />,
    scope: 'admin',
    audience: 'store',
    component: lazy(async () => ({
      default: (await import('../audit/audit-page.tsx')).AuditPage,
    })),
  },
  {
    path: '/me',
    title: 'Your sign-in',
    icon: <SessionsIcon />,
    isHidden: true,
    component: lazy(async () => ({ default: (await import('../users/own-page.tsx')).OwnPage })),
  },
]

/**
 * Whether somebody is allowed to see a page. While the store cannot be asked who that is, all pages are shown but those
 * that few have.
 */
export const isPermitted = ({ scope, audience }: ConsolePage, me: Me | undefined): boolean => {
  if (!me) return audience !== 'members'
  const isMember = me.type === 'user' && me.account !== undefined
  if (audience !== undefined && (audience === 'members') !== isMember) return false
  return scope === undefined || me.scopes.includes(scope)
}

/** The page that a path belongs to. */
export const pageAt = (path: string): ConsolePage | undefined =>
  pages.find((page) => path === page.path || path.startsWith(`${page.path}/`))
