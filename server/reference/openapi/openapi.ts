import type { Operation } from '../../requests/api/operation.ts'
import type { Api } from '../../requests/pipeline/registry.ts'
import type { DeclaredDocument } from './api-document.ts'
import { componentSchemas, pathsOf } from './operation-docs.ts'
import { plansTable } from './plans-table.ts'

const description = (): string => `List and add animals for adoption, place orders for them, and follow every change.

Send your API key as \`Authorization: Bearer <API_KEY>\`. Every response includes your rate-limit status.
The [guides](/docs/guides) start with [your first request](/docs/guides/first-request).

${plansTable()}

Identifiers are 64-bit integers. Use a JSON parser that keeps integers above 2^53 exact.`

/** The declarations of the operations as OpenAPI, from which `publishedDocument` is made. */
export const describedOperations = (
  { operations, schemas, errors, events }: Api,
  { release, mailKinds }: { release: string; mailKinds: readonly string[] },
): DeclaredDocument => ({
  ...about(release),
  paths: pathsOf(documented(operations)),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key, `aas_live_...` in production and `aas_test_...` in staging; in a web page a publishable one, ' +
          '`aas_pub_live_...` or `aas_pub_test_...`.',
      },
    },
    schemas: withMailKinds(componentSchemas(schemas), mailKinds),
  },
  'x-errors': errors,
  'x-events': events,
})

/** Lists the kinds of mail in descriptions, because the modules that have the schemas do not know all kinds. */
const withMailKinds = <Schemas>(schemas: Schemas, kinds: readonly string[]): Schemas =>
  JSON.parse(JSON.stringify(schemas).replaceAll('{mailKinds}', kinds.map((kind) => `\`${kind}\``).join(', ')))

/** The operations of our own API, by their tags. People sign in elsewhere, and other APIs have their own documents. */
const documented = (operations: readonly Operation[]): Operation[] => {
  const order = tags.map(({ name }) => name)
  return operations
    .filter(({ surface, isForVisitors }) => surface === undefined && !isForVisitors)
    .toSorted((one, other) => order.indexOf(one.tag) - order.indexOf(other.tag))
}

const about = (release: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Animal Adoption Store API',
    version: '1.0.0',
    'x-release': release,
    description: description(),
    contact: { name: 'The operator of this store' },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  security: [{ apiKey: [] }],
  tags,
  'x-tagGroups': [
    {
      name: 'Pets',
      tags: ['animals', 'Profiles', 'Photos', 'Listings', 'Organizations', 'Categories', 'Imports'],
    },
    {
      name: 'Store',
      tags: ['Store', 'Documents', 'Applications', 'People', 'Reports', 'Events', 'Webhooks', 'Admin'],
    },
  ],
})

const tags = [
  {
    name: 'animals',
    description: 'Animals offered for adoption.',
    'x-guide': { name: 'first-request', about: 'Your first request' },
  },
  {
    name: 'Profiles',
    description: 'The details of animals, and which of them are published.',
    'x-guide': { name: 'animal-profiles', about: 'Describe and publish animals' },
  },
  {
    name: 'Photos',
    description: 'Photos of animals in several sizes.',
    'x-guide': { name: 'photos', about: 'Send, describe and order photos' },
  },
  {
    name: 'Listings',
    description: 'Published animals, which everybody can see.',
    'x-guide': { name: 'animal-profiles', about: 'Search listings' },
  },
  {
    name: 'Organizations',
    description: 'The public details of accounts.',
    'x-guide': { name: 'adoption-site', about: 'The content of your adoption site' },
  },
  {
    name: 'Categories',
    description: 'Names for the categories of animals.',
    'x-guide': { name: 'moving-in', about: 'Categories of another system' },
  },
  {
    name: 'Imports',
    description: 'Animals from files of this store, of other systems and of your own.',
    'x-guide': { name: 'moving-in', about: 'Move in from another system' },
  },
  {
    name: 'Store',
    description: 'Orders, inventory and your own limits.',
    'x-guide': { name: 'errors', about: 'Errors, and when to retry' },
  },
  {
    name: 'Reports',
    description: 'Numbers of adoptions and returns.',
    'x-guide': { name: 'applications', about: 'How adoptions work' },
  },
  {
    name: 'Events',
    description: 'Every change, in order.',
    'x-guide': { name: 'mirror', about: 'Keep a copy that follows the changes' },
  },
  {
    name: 'Applications',
    description: 'Forms with questions, and the applications that people send.',
    'x-guide': { name: 'applications', about: 'From the form to the order' },
  },
  {
    name: 'Documents',
    description: 'Contracts and return slips to print.',
    'x-guide': { name: 'applications', about: 'Contracts and their templates' },
  },
  {
    name: 'People',
    description: 'Adopters, across applications and orders.',
    'x-guide': { name: 'applications', about: 'People, and how to erase them' },
  },
  {
    name: 'Webhooks',
    description: 'Events sent to your server.',
    'x-guide': { name: 'webhooks', about: 'Receive signed events' },
  },
  {
    name: 'Admin',
    description: 'Accounts, keys, bans and usage.',
    'x-guide': { name: 'people-and-roles', about: 'People and their permissions' },
  },
]
