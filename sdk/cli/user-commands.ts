import type { Command } from 'commander'
import type { CommandContext } from './remote.ts'
import { withUsageErrors } from './usage-errors.ts'

/** A command over HTTP. Its implementation is loaded on demand. */
export type UserCommand = {
  name: string
  description: string
  /** Working command lines. The help of each command shows its own. */
  examples: readonly string[]
  /** Adds options and subcommands. */
  load: () => Promise<(command: Command) => void>
}

/** Commands over HTTP, which need a key and not the store. */
export const userCommands = (context: CommandContext): UserCommand[] =>
  commands(context).map(({ load, ...about }) => ({
    ...about,
    load: async () => {
      const addTo = await load()
      return (command) => addTo(withUsageErrors(command))
    },
  }))

const commands = (context: CommandContext): UserCommand[] => [
  {
    name: 'login',
    description: 'check an address and a key, and save them',
    examples: ['login', 'login --url https://store.example.org --profile shelter', 'login --staging'],
    load: async () => (await import('./login.command.ts')).loginCommand(context),
  },
  {
    name: 'logout',
    description: 'remove an address and its keys that login saved',
    examples: ['logout', 'logout --profile shelter'],
    load: async () => (await import('./login.command.ts')).logoutCommand(context),
  },
  {
    name: 'pets',
    description: 'animals, over HTTP with a key',
    examples: [
      'pets list --status available --limit 5',
      'pets list --name bis --all --json',
      "pets list --field '[].name'",
      'pets list --staging',
      'pets add Biscuit --category 7',
      'pets update 1 --status sold',
      'pets remove 1',
    ],
    load: async () => (await import('./pets.command.ts')).petCommands(context),
  },
  {
    name: 'photos',
    description: 'photos of animals, over HTTP with a key',
    examples: ['photos list 1', "photos add 1 examples/biscuit.jpg --alt 'Biscuit on the lawn'", 'photos remove 3'],
    load: async () => (await import('./photos.command.ts')).photoCommands(context),
  },
  {
    name: 'notes',
    description: 'notes of the staff about animals, over HTTP with a key',
    examples: ['notes list 1', 'notes get 3', "notes add 1 'Ate well this morning'", 'notes remove 3'],
    load: async () => (await import('./notes.command.ts')).noteCommands(context),
  },
  {
    name: 'profiles',
    description: 'profiles of animals, over HTTP with a key',
    examples: ['profiles get 1', `profiles set 1 '{"species":"dog","published":true}'`],
    load: async () => (await import('./profiles.command.ts')).profileCommands(context),
  },
  {
    name: 'listings',
    description: 'published animals, over HTTP with a key',
    examples: [
      'listings list --species dog --good-with children',
      'listings list --near 52.52,13.40 --within 50km --sort distance',
      'listings facets --species cat',
    ],
    load: async () => (await import('./listings.command.ts')).listingCommands(context),
  },
  {
    name: 'orders',
    description: 'orders, over HTTP with a key',
    examples: [
      'orders list --status placed',
      'orders show 1',
      "orders place 1 --name 'Ada Lovelace' --email ada@example.org",
      'orders approve 1',
      'orders deliver 1',
      'orders return 1',
      'orders cancel 1',
      'orders undo 1',
    ],
    load: async () => (await import('./orders.command.ts')).orderCommands(context),
  },
  {
    name: 'applications',
    description: 'applications, over HTTP with a key',
    examples: [
      'applications list --status submitted',
      'applications show 1',
      "applications move 1 inReview --note 'Call on Monday.'",
      'applications approve 1 --close-others',
      'applications erase 1',
      'applications export 1 --json',
    ],
    load: async () => (await import('./applications.command.ts')).applicationCommands(context),
  },
  {
    name: 'people',
    description: 'adopters, over HTTP with a key',
    examples: [
      'people list --search lovelace',
      'people show per_...',
      'people export per_... --json',
      'people erase per_...',
    ],
    load: async () => (await import('./people.command.ts')).peopleCommands(context),
  },
  {
    name: 'forms',
    description: 'forms, over HTTP with a key',
    examples: ['forms list', 'forms get 1 --json', 'forms put dogs.json', 'forms put dogs.json --id 2'],
    load: async () => (await import('./applications.command.ts')).formCommands(context),
  },
  {
    name: 'templates',
    description: 'texts of contracts, return slips and mail, over HTTP with a key',
    examples: ['templates export texts.json', 'templates import texts.json'],
    load: async () => (await import('./templates.command.ts')).templateCommands(context),
  },
  {
    name: 'categories',
    description: 'categories of animals, over HTTP with a key',
    examples: ['categories list --all', 'categories name 7 Dogs'],
    load: async () => (await import('./categories.command.ts')).categoryCommands(context),
  },
  {
    name: 'events',
    description: 'changes of animals and orders, over HTTP with a key',
    examples: ['events follow', 'events follow --from oldest --types pet.created,pet.deleted --limit 10 --json'],
    load: async () => (await import('./events.command.ts')).eventCommands(context),
  },
  {
    name: 'webhooks',
    description: "the account's webhooks, over HTTP with a key",
    examples: [
      'webhooks list',
      'webhooks add https://shelter.example.org/hooks --types pet.created,pet.updated',
      'webhooks enable 1',
      'webhooks disable 1',
      'webhooks remove 1',
      'webhooks test 1',
      'webhooks rotate-secret 1',
      'webhooks deliveries 1 --limit 5',
      'webhooks delivery 1 evt_0000000000000000042',
      'webhooks redeliver 1 evt_0000000000000000042',
      'webhooks listen --forward-to http://localhost:4000/hooks',
      'webhooks trigger pet.created --forward-to http://localhost:4000/hooks',
      'webhooks secret',
    ],
    load: async () => (await import('./webhooks.command.ts')).webhookCommands(context),
  },
  {
    name: 'logs',
    description: 'the request log, over HTTP with a key',
    examples: ['logs tail', 'logs tail --status 4xx,5xx --operation createPet', 'logs tail --lines 100 --json'],
    load: async () => (await import('./logs.command.ts')).logCommands(context),
  },
  {
    name: 'limits',
    description: 'requests left to a key, over HTTP',
    examples: ['limits', 'limits --json', "limits --field 'windows[].remaining'"],
    load: async () => (await import('./limits.command.ts')).limitsCommand(context),
  },
  {
    name: 'api',
    description: 'any operation by its path, over HTTP with a key',
    examples: [
      'api /v1/me',
      'api /v1/me --field account.name',
      'api GET /v1/pets -F limit=5 -f status=available',
      'api /v1/pets -F limit=100 --paginate',
      'api POST /v1/pets -f name=Biscuit -F categoryId=7',
      "api PATCH /v1/pets/1/profile -f species=dog -F 'goodWith[children]=true' -f 'tags[]=calm'",
      'api POST /v1/pets:batch --input pets.json',
      'api POST /v1/pets/1/photos --input examples/biscuit.jpg',
      'api DELETE /v1/pets/1 -H \'If-Match: "3q2-7w"\'',
    ],
    load: async () => (await import('./api.command.ts')).apiCommand(context),
  },
]
