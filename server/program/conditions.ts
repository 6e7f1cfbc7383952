import { outboundReason } from '../platform/http/outbound.ts'
import type { Condition } from '../reference/operator-pages/readiness.ts'
import type { Maintenance } from '../requests/maintenance/maintenance.ts'
import { type StoreWatch, writeFaultTexts } from './schema/store-watch.ts'

type Deps = {
  store: Pick<StoreWatch, 'schemaFault' | 'writeFault'>
  maintenance: Pick<Maintenance, 'isReadOnly' | 'isSendingHeld'>
  replicas: { isCutOff(): boolean } | undefined
  mediaFault: () => Error | undefined
  providerFault: () => Error | undefined
  isWarmingUp: () => boolean
}

/**
 * The conditions that make the service `degraded`, besides an unavailable database: for `/readyz`, the metrics and the
 * log.
 */
export const conditionsOf = ({
  store,
  maintenance,
  replicas,
  mediaFault,
  providerFault,
  isWarmingUp,
}: Deps): Condition[] => [
  {
    reason: 'warming_up',
    meaning: 'the published animals are being loaded, and lists wait for them',
    isTrue: isWarmingUp,
    stops: 'everything',
  },
  {
    reason: 'schema_changed',
    meaning: 'this version cannot work with the tables of the database as they are now',
    isTrue: () => store.schemaFault() !== undefined,
    fault: () => store.schemaFault()?.message,
    stops: 'everything',
  },
  {
    reason: 'database_replaced',
    meaning: writeFaultTexts.replaced,
    isTrue: () => store.writeFault() === 'replaced',
    stops: 'everything',
  },
  {
    reason: 'database_read_only',
    meaning: writeFaultTexts.read_only,
    isTrue: () => store.writeFault() === 'read_only',
    stops: 'writes',
  },
  {
    reason: 'writes_failing',
    meaning: writeFaultTexts.failing,
    isTrue: () => ['failing', 'full'].includes(store.writeFault() ?? ''),
    stops: 'writes',
  },
  {
    reason: 'standby_not_confirming',
    meaning: writeFaultTexts.unconfirmed,
    isTrue: () => store.writeFault() === 'unconfirmed',
    stops: 'writes',
  },
  {
    reason: 'redis_unreachable',
    meaning: 'other replicas use Redis, which this one does not reach',
    isTrue: () => replicas?.isCutOff() ?? false,
    stops: 'writes',
  },
  {
    reason: 'read_only',
    meaning: 'writes are rejected',
    isTrue: maintenance.isReadOnly,
    stops: 'writes',
  },
  {
    reason: 'restore_unconfirmed',
    meaning: 'the store was restored, and mail and webhooks wait until `restore --confirm`',
    isTrue: maintenance.isSendingHeld,
  },
  {
    reason: 'media_unavailable',
    meaning: 'the last use of the bucket of photos failed',
    isTrue: () => mediaFault() !== undefined,
    fault: () => messageOf(mediaFault()?.cause),
  },
  {
    reason: 'sign_in_provider_unavailable',
    meaning: 'the last use of the OpenID Connect provider failed',
    isTrue: () => providerFault() !== undefined,
    // Never repeat what the provider has sent: it may contain tokens.
    fault: () => outboundReason(providerFault()),
  },
]

const messageOf = (error: unknown): string | undefined => (error instanceof Error ? error.message : undefined)
