import type { Command } from 'commander'
import {
  type Delivery,
  type DeliveryDetails,
  type EventType,
  type Int64,
  stringifyExact,
  type Webhook,
} from '../mod.ts'
import { readEventTypes } from './event-types.ts'
import {
  type CommandContext,
  type ListLimit,
  limited,
  pageSize,
  type Repeatable,
  readId,
  readLimit,
  remote,
  repeatable,
  take,
} from './remote.ts'
import { addListen, addSecret } from './webhooks-listen.ts'
import { addTrigger } from './webhooks-trigger.ts'

/** `webhooks list|add|enable|disable|remove|test|rotate-secret|deliveries|delivery|redeliver|listen|trigger|secret`. */
export const webhookCommands =
  (context: CommandContext) =>
  (webhooks: Command): void => {
    const list = webhooks
      .command('list')
      .description('list webhooks')
      .option('--limit <count>', 'maximum number of items', readLimit, 20)
      .option('--all', 'list all items; with a key of an operator, those of every account')
    remote<[], ListLimit>(list, context, async (store, _args, options) => {
      const query = {
        limit: pageSize(options),
        ...(options.all && { allAccounts: 'true' as const }),
      }
      return webhookTable(await take(store.webhooks.list(query), options))
    })

    const add = repeatable(webhooks.command('add').description('send events to a URL; its secret is shown only once'))
      .argument('<url>', 'an https URL')
      .option('--types <types>', 'only these types of events, separated by commas', readEventTypes)
    type AddOptions = Repeatable & { types?: EventType[] }
    remote<[string], AddOptions>(add, context, async (store, [url], { types, idempotencyKey }) => {
      const wanted = { url, ...(types && { types }) }
      const webhook = await store.webhooks.create(wanted, { idempotencyKey })
      const text = `Webhook ${webhook.id} was created. Its secret, shown only this once:\n\n  ${webhook.secret}`
      return { json: webhook, text }
    })

    for (const [name, enabled] of [
      ['enable', true],
      ['disable', false],
    ] as const) {
      const command = webhooks.command(name).description(`${name} a webhook`).argument('<id>', 'the webhook', readId)
      remote<[Int64]>(command, context, async (store, [id]) => {
        const webhook = await store.webhooks.update(id, { enabled })
        return { ...webhookTable([webhook]), json: webhook }
      })
    }

    const remove = webhooks
      .command('remove')
      .description('delete a webhook and its deliveries')
      .argument('<id>', 'the webhook', readId)
    remote<[Int64]>(remove, context, async (store, [id]) => {
      await store.webhooks.remove(id)
      return { json: { id, removed: true }, text: `Webhook ${id} was deleted.` }
    })

    const test = webhooks
      .command('test')
      .description('send a test event now, and show what the receiver responds')
      .argument('<id>', 'the webhook', readId)
    remote<[Int64]>(test, context, async (store, [id]) => {
      const result = await store.webhooks.test(id)
      const { delivered, statusCode, reason } = result
      const status = statusCode === undefined ? '' : ` (${statusCode})`
      return {
        json: result,
        text: delivered ? `It arrived${status}.` : `It did not arrive${status}: ${reason ?? ''}`,
      }
    })

    const rotate = webhooks
      .command('rotate-secret')
      .description('replace the secret; the old one signs as well for another 24 hours')
      .argument('<id>', 'the webhook', readId)
    remote<[Int64]>(rotate, context, async (store, [id]) => {
      const webhook = await store.webhooks.rotateSecret(id)
      return { json: webhook, text: `The new secret, shown only this once:\n\n  ${webhook.secret}` }
    })

    const deliveries = limited(
      webhooks
        .command('deliveries')
        .description('list deliveries, newest first')
        .argument('<id>', 'the webhook', readId),
    )
    remote<[Int64], ListLimit>(deliveries, context, async (store, [id], options) =>
      deliveryTable(await take(store.webhooks.deliveries(id, { limit: pageSize(options) }), options)),
    )

    const delivery = webhooks
      .command('delivery')
      .description('show a delivery with its payload and the response')
      .argument('<id>', 'the webhook', readId)
      .argument('<delivery>', 'the delivery')
    remote<[Int64, string]>(delivery, context, async (store, [id, deliveryId]) => {
      const found = await store.webhooks.delivery(id, deliveryId)
      return { json: found, text: deliveryText(found) }
    })

    const redeliver = webhooks
      .command('redeliver')
      .description('send a delivery again')
      .argument('<id>', 'the webhook', readId)
      .argument('<delivery>', 'the delivery')
    remote<[Int64, string]>(redeliver, context, async (store, [id, deliveryId]) => {
      const delivery = await store.webhooks.redeliver(id, deliveryId)
      return { ...deliveryTable([delivery]), json: delivery }
    })

    addListen(webhooks, context)
    addTrigger(webhooks, context)
    addSecret(webhooks, context)
  }

const webhookTable = (webhooks: Webhook[]) => {
  const isOfAll = webhooks.some(({ accountId }) => accountId !== undefined)
  return {
    json: webhooks,
    headings: ['ID', ...(isOfAll ? ['ACCOUNT'] : []), 'URL', 'TYPES', 'HEALTH'],
    rows: webhooks.map((webhook) => [
      webhook.id,
      ...(isOfAll ? [webhook.accountId] : []),
      webhook.url,
      webhook.types?.join(',') ?? 'all',
      healthText(webhook),
    ]),
  }
}

const healthText = ({ health, failingSince, behind }: Webhook): string => {
  const text = health === 'failing' ? `failing since ${failingSince}` : health
  return behind ? `${text}, missed ${behind.from} through ${behind.through}` : text
}

const deliveryTable = (deliveries: Delivery[]) => ({
  json: deliveries,
  headings: ['ID', 'TYPE', 'STATUS', 'ATTEMPTS', 'LAST ATTEMPT', 'NEXT ATTEMPT', 'LAST RESPONSE'],
  rows: deliveries.map((delivery) => [
    delivery.id,
    delivery.type,
    delivery.status,
    delivery.attempts,
    delivery.lastAttemptAt,
    delivery.nextAttemptAt,
    delivery.lastStatusCode ?? delivery.lastError,
  ]),
})

const deliveryText = (delivery: DeliveryDetails): string => {
  const { type, status, attempts, lastAttemptAt, durationMs, lastStatusCode, lastError } = delivery
  const outcome = lastStatusCode ?? lastError
  return [
    `${type ?? 'An event that is not kept any more'}: ${status}, attempts: ${attempts}`,
    ...(lastAttemptAt === undefined ? [] : [`Last attempt: ${lastAttemptAt}, ${durationMs} ms`]),
    ...(outcome === undefined ? [] : [`Response: ${outcome}`]),
    ...(delivery.responseBody === undefined ? [] : ['', delivery.responseBody]),
    ...(delivery.payload === undefined ? [] : ['', stringifyExact(delivery.payload) ?? '']),
  ].join('\n')
}
