import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { document } from '../../test/harness/example-document.ts'
import { generatedCommands } from './commands.ts'
import type { Document } from './document.ts'

test('a resource gets commands for its methods: required fields are arguments, and optional ones are options', () => {
  const [, commands = ''] = generatedCommands(document, ['homes']).split('(parent: Command): void => ')
  assert.equal(
    commands,
    `{
    const list = limited(parent.command('list').description('summary of listHomes')).addOption(
      new Option('--kind <kind>', 'the kind').choices(['house', 'flat']),
    )
    remote<[], ListLimit & { kind?: NonNullable<Api['queries']['listHomes']['kind']> }>(
      list,
      context,
      async (store, _, options) =>
        tableOf(
          await take(
            store.homes.list({ ...(options.kind !== undefined && { kind: options.kind }), limit: pageSize(options) }),
            options,
          ),
          display,
        ),
    )

    const add = repeatable(parent.command('add').description('summary of addHome'))
      .argument('<name>', 'its name')
      .option('--animals <animals>', 'ids of animals', readIds)
    remote<[NonNullable<Home['name']>], Repeatable & { animals?: NonNullable<Home['animals']> }>(
      add,
      context,
      async (store, [name], options) => {
        const item = await store.homes.add(
          { name, ...(options.animals !== undefined && { animals: options.animals }) },
          { idempotencyKey: options.idempotencyKey },
        )
        return { json: item, text: \`Home \${item.id} was added.\` }
      },
    )

    const remove = parent.command('remove').description('summary of removeHome').argument('<home>', 'the home', readId)
    remote<[Int64]>(remove, context, async (store, [homeId]) => {
      await store.homes.remove(homeId)
      return { json: { id: homeId, removed: true }, text: \`Home \${homeId} was deleted.\` }
    })
  }
`,
  )
})

test('commands can be generated for other resources of the API', () => {
  const api: Document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const text = generatedCommands(api, ['categories', 'forms', 'organizations', 'people', 'users', 'webhooks'])
  for (const noun of ['category', 'form', 'organization', 'people', 'user', 'webhook'])
    assert.match(text, new RegExp(`export const ${noun}Commands`))
})
