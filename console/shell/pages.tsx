import type { Me, Scope } from '@adoption-store/client'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'
import { useToReview } from '../adoptions/applications/application-list.ts'
import {
  AuditIcon,
  BanIcon,
  BuildingIcon,
  CategoryIcon,
  FormIcon,
  HeartIcon,
  HomeIcon,
  InboxIcon,
  KeyIcon,
  MailIcon,
  PawIcon,
  PeopleIcon,
  RequestsIcon,
  SessionsIcon,
  TodayIcon,
  TransferIcon,
  UsageIcon,
  WebhookIcon,
} from '../platform/icons.tsx'

type Declared = {
  /** Below /console. Longer paths belong to the page as well, which has its own routes. */
  path: string
  title: string
  icon: (props: { size?: number }) => ReactNode
  /** The component of the page, loaded when it is first opened. */
  load: () => Promise<ComponentType>
  /** The page is of no use without it. */
  scope?: Scope
  /** A second scope that it needs. */
  alsoScope?: Scope
  /** Its users: those who act for the whole store, or members of an account; by default both. */
  audience?: 'store' | 'members' | 'people'
  /** Its heading among the settings; left out, it is in the main navigation. */
  section?: 'You' | 'Shelter' | 'For developers' | 'Store'
  /** After G, it leads there: see shortcuts.ts. */
  letter?: string
  /** A hook: how many things wait there, shown beside the title. */
  useCount?: () => number | undefined
}

export type ConsolePage = Declared & { component: LazyExoticComponent<ComponentType> }

const page = (declared: Declared): ConsolePage => ({
  ...declared,
  component: lazy(async () => ({ default: await declared.load() })),
})

/** Every page, in the order of the navigation. /console leads to the first one the user is allowed to see. */
export const pages: readonly ConsolePage[] = [
  page({
    path: '/today',
    title: 'Today',
    icon: TodayIcon,
    scope: 'pets:read',
    load: async () => (await import('../store/today/today-page.tsx')).TodayPage,
  }),
  page({
    path: '/animals',
    title: 'Animals',
    icon: PawIcon,
    letter: 'a',
    scope: 'pets:read',
    load: async () => (await import('../animals/pets/animal-pages.tsx')).AnimalPages,
  }),
  page({
    path: '/applications',
    title: 'Applications',
    icon: InboxIcon,
    scope: 'applications:read',
    useCount: useToReview,
    load: async () => (await import('../adoptions/applications/applications-page.tsx')).ApplicationsPage,
  }),
  page({
    path: '/adoptions',
    title: 'Adoptions',
    icon: HeartIcon,
    letter: 'd',
    scope: 'orders:read',
    load: async () => (await import('../animals/adoptions/orders-page.tsx')).OrdersPage,
  }),
  page({
    path: '/people',
    title: 'People',
    icon: PeopleIcon,
    letter: 'p',
    scope: 'applications:read',
    alsoScope: 'orders:read',
    load: async () => (await import('../people/people-page.tsx')).PeoplePage,
  }),
  page({
    path: '/reports',
    title: 'Reports',
    icon: UsageIcon,
    letter: 'r',
    scope: 'pets:read',
    load: async () => (await import('../adoptions/reports/reports-page.tsx')).ReportsPage,
  }),
  page({
    path: '/settings/sign-in',
    title: 'Your sign-in',
    icon: SessionsIcon,
    section: 'You',
    audience: 'people',
    load: async () => (await import('../accounts/users/own-page.tsx')).OwnPage,
  }),
  page({
    path: '/settings/organization',
    title: 'Organization',
    icon: HomeIcon,
    section: 'Shelter',
    scope: 'pets:write',
    load: async () => (await import('../store/organization/organization-page.tsx')).OrganizationPage,
  }),
  page({
    path: '/settings/forms',
    title: 'Forms',
    icon: FormIcon,
    section: 'Shelter',
    scope: 'applications:read',
    load: async () => (await import('../adoptions/forms/forms-page.tsx')).FormsPage,
  }),
  page({
    path: '/settings/account',
    title: 'Account',
    icon: BuildingIcon,
    section: 'Shelter',
    scope: 'admin',
    audience: 'members',
    load: async () => (await import('../accounts/admin/own-account-page.tsx')).OwnAccountPage,
  }),
  page({
    path: '/settings/users',
    title: 'Users',
    icon: PeopleIcon,
    section: 'Shelter',
    scope: 'admin',
    load: async () => (await import('../accounts/users/users-page.tsx')).UsersPage,
  }),
  page({
    path: '/settings/categories',
    title: 'Categories',
    icon: CategoryIcon,
    section: 'Shelter',
    scope: 'pets:read',
    load: async () => (await import('../animals/categories/categories-page.tsx')).CategoriesPage,
  }),
  page({
    path: '/settings/documents',
    title: 'Documents',
    icon: AuditIcon,
    section: 'Shelter',
    scope: 'orders:read',
    load: async () => (await import('../adoptions/contracts/templates-page.tsx')).TemplatesPage,
  }),
  page({
    path: '/settings/mail-texts',
    title: 'Mail texts',
    icon: MailIcon,
    section: 'Shelter',
    scope: 'applications:read',
    load: async () => (await import('../adoptions/mail-templates/mail-templates-page.tsx')).MailTemplatesPage,
  }),
  page({
    path: '/settings/transfer',
    title: 'Import and export',
    icon: TransferIcon,
    section: 'Shelter',
    scope: 'pets:read',
    load: async () => (await import('../store/transfer/transfer-page.tsx')).TransferPage,
  }),
  page({
    path: '/settings/keys',
    title: 'API keys',
    icon: KeyIcon,
    section: 'For developers',
    scope: 'admin',
    load: async () => (await import('../accounts/api-keys/keys-page.tsx')).KeysPage,
  }),
  page({
    path: '/settings/webhooks',
    title: 'Webhooks',
    icon: WebhookIcon,
    section: 'For developers',
    scope: 'webhooks:manage',
    load: async () => (await import('../developers/webhooks/webhooks-page.tsx')).WebhooksPage,
  }),
  page({
    path: '/settings/requests',
    title: 'Requests',
    icon: RequestsIcon,
    section: 'For developers',
    scope: 'webhooks:manage',
    load: async () => (await import('../developers/requests/requests-page.tsx')).RequestsPage,
  }),
  page({
    path: '/settings/usage',
    title: 'Usage',
    icon: UsageIcon,
    section: 'For developers',
    load: async () => (await import('../accounts/usage/usage-page.tsx')).UsagePage,
  }),
  page({
    path: '/settings/accounts',
    title: 'Accounts',
    icon: BuildingIcon,
    section: 'Store',
    scope: 'admin',
    audience: 'store',
    load: async () => (await import('../accounts/admin/admin-page.tsx')).AdminPage,
  }),
  page({
    path: '/settings/bans',
    title: 'Bans',
    icon: BanIcon,
    section: 'Store',
    scope: 'admin',
    audience: 'store',
    load: async () => (await import('../accounts/bans/bans-page.tsx')).BansPage,
  }),
  page({
    path: '/settings/mail',
    title: 'Mail',
    icon: MailIcon,
    section: 'Store',
    scope: 'admin',
    audience: 'store',
    load: async () => (await import('../accounts/mail/mail-page.tsx')).MailPage,
  }),
  page({
    path: '/settings/audit-log',
    title: 'Audit log',
    icon: AuditIcon,
    section: 'Store',
    scope: 'admin',
    audience: 'store',
    load: async () => (await import('../accounts/audit/audit-page.tsx')).AuditPage,
  }),
]

/**
 * Whether somebody is allowed to see a page. While the store cannot be asked who that is, all pages are shown but those
 * that few have.
 */
export const isPermitted = ({ scope, alsoScope, audience }: ConsolePage, me: Me | undefined): boolean => {
  if (!me) return audience !== 'members'
  if (audience !== undefined && !audiences[audience](me)) return false
  return [scope, alsoScope].every((needed) => needed === undefined || me.scopes.includes(needed))
}

const isMember = (me: Me): boolean => me.type === 'user' && me.account !== undefined

const audiences = {
  members: isMember,
  store: (me: Me) => !isMember(me),
  people: (me: Me) => me.type === 'user',
}

/** The page that a path belongs to. */
export const pageAt = (path: string): ConsolePage | undefined =>
  pages.find((page) => path === page.path || path.startsWith(`${page.path}/`))

/** The pages in the navigation: the main ones, and those of the settings. */
export const pagesFor = (me: Me | undefined) => {
  const permitted = pages.filter((page) => isPermitted(page, me))
  return {
    main: permitted.filter(({ section }) => section === undefined),
    settings: permitted.filter(({ section }) => section !== undefined),
  }
}
