import { type Command, Option } from 'commander'
import { type Int64, type Pet, type PetQuery, type PetStatus, petStatuses } from '../mod.ts'
import {
  type CommandContext,
  type ListLimit,
  limited,
  pageSize,
  type Repeatable,
  readId,
  readIds,
  remote,
  repeatable,
  take,
} from './remote.ts'

type PetOptions = { name?: string; category?: Int64; status?: PetStatus }
type ListOptions = PetOptions & ListLimit & { id?: Int64[]; newest?: true }

/** `pets list|add|update|remove`: the animals of a remote service. */
export const petCommands =
  (context: CommandContext) =>
  (pets: Command): void => {
    const list = limited(pets.command('list').description('list animals'))
      .addOption(status('only animals with this status'))
      .option('--category <id>', 'only animals in this category', readId)
      .option('--name <beginning>', 'only animals whose name starts with this')
      .option('--id <ids>', 'only these ids, separated by commas', readIds)
      .option('--newest', 'newest first')
    remote<[], ListOptions>(list, context, async (store, _args, options) => {
      const query: PetQuery = { ...filters(options), limit: pageSize(options) }
      return petTable(await take(store.pets.list(query), options))
    })

    const add = repeatable(pets.command('add <name>').description('add an animal'))
      .requiredOption('--category <id>', 'its category', readId)
      .addOption(status('its status'))
    remote<[string], Repeatable & { category: Int64; status?: PetStatus }>(
      add,
      context,
      async (store, [name], { category, status, idempotencyKey }) => {
        const pet = { name, categoryId: category, ...(status && { status }) }
        return petRow(await store.pets.create(pet, { idempotencyKey }))
      },
    )

    const update = pets
      .command('update')
      .description('change an animal')
      .argument('<id>', 'the animal', readId)
      .option('--name <name>', 'its name')
      .option('--category <id>', 'its category', readId)
      .addOption(status('its status'))
    remote<[Int64], PetOptions>(update, context, async (store, [id], { name, category, status }) => {
      const patch = {
        ...(name !== undefined && { name }),
        ...(category !== undefined && { categoryId: category }),
        ...(status && { status }),
      }
      if (Object.keys(patch).length === 0) {
        update.error('error: nothing to change: give --name, --category or --status')
      }
      return petRow(await store.pets.update(id, patch))
    })

    const remove = pets.command('remove').description('delete an animal').argument('<id>', 'the animal', readId)
    remote<[Int64]>(remove, context, async (store, [id]) => {
      await store.pets.remove(id)
      return { json: { id, removed: true }, text: `Animal ${id} was deleted.` }
    })
  }

const status = (description: string): Option => new Option('--status <status>', description).choices(petStatuses)

const filters = ({ status, category, name, id, newest }: ListOptions): PetQuery => ({
  ...(status && { status }),
  ...(category !== undefined && { categoryId: category }),
  ...(name !== undefined && { name }),
  ...(id && { id }),
  ...(newest && { sort: '-id' }),
})

const petTable = (pets: Pet[]) => ({
  json: pets,
  headings: ['ID', 'NAME', 'CATEGORY', 'STATUS'],
  rows: pets.map(({ id, name, categoryId, status }) => [id, name, categoryId, status]),
})

const petRow = (pet: Pet) => ({ ...petTable([pet]), json: pet })
