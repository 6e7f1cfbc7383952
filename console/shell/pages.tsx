import type { Scope } from '@adoption-store/client'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'
import {
  AdminIcon,
  AuditIcon,
  CategoryIcon,
  OrderIcon,
  PawIcon,
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
    path: '/admin',
    title: 'Accounts',
    icon: <AdminIcon />,
    scope: 'admin',
    component: lazy(async () => ({
      default: (await import('../admin/admin-page.tsx')).AdminPage,
    })),
  },
  {
    path: '/audit-log',
    title: 'Audit log',
    icon: <AuditIcon />,
    scope: 'admin',
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

/** The page that a path belongs to. */
export const pageAt = (path: string): ConsolePage | undefined =>
  pages.find((page) => path === page.path || path.startsWith(`${page.path}/`))
