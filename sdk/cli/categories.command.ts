import type { Command } from 'commander'
import type { Category, Int64 } from '../mod.ts'
import { type CommandContext, type ListLimit, limited, pageSize, readId, remote, take } from './remote.ts'

/** `categories list|name`. */
export const categoryCommands =
  (context: CommandContext) =>
  (categories: Command): void => {
    const list = limited(categories.command('list').description('list categories and their animals'))
    remote<[], ListLimit>(list, context, async (store, _args, options) =>
      categoryTable(await take(store.categories.list({ limit: pageSize(options) }), options)),
    )

    const name = categories
      .command('name')
      .description('name a category')
      .argument('<id>', 'the category', readId)
      .argument('<name>', 'its name')
    remote<[Int64, string]>(name, context, async (store, [id, name]) => {
      const category = await store.categories.put(id, { name })
      return { ...categoryTable([category]), json: category }
    })
  }

const categoryTable = (categories: Category[]) => ({
  json: categories,
  headings: ['ID', 'NAME', 'AVAILABLE', 'PENDING', 'SOLD'],
  rows: categories.map(({ id, name, petCounts: { available, pending, sold } }) => [id, name, available, pending, sold]),
})
