import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { Sample } from './sample.ts'
import type { SampleJobsService } from './sample-jobs.service.ts'

type Deps = {
  samples: SampleJobsService
  idempotency: Pick<Idempotency<never>, 'onceAfter'>
}

/** It leads to hundreds of changes. */
const COST = 10

const shared = {
  tag: 'Store',
  path: '/sample',
  stability: 'beta',
  guide: { name: 'staging', about: 'A test environment' },
  returns: { 200: { description: 'The sample as it is now.', schema: Sample } },
} as const

/** The sample shelter of the caller's account. */
export const sampleOperations = ({ samples, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'getSample',
    method: 'GET',
    summary: 'Get the sample shelter',
    description:
      'Whether your account has the sample shelter. While its status is `adding` or `removing`, poll every few seconds.',
    scope: 'pets:read',
    example: {
      client: `const { status, animals } = await store.sample.get()\nconsole.log(status, animals)`,
    },
    handle: async ({ caller }) => resource(await samples.get(caller)),
  }),

  operation({
    ...shared,
    id: 'addSample',
    method: 'POST',
    summary: 'Add the sample shelter',
    description:
      'Adds 60 sample animals with profiles and drawn photos, and 12 orders, to an account that has no animals. It ' +
      'takes a minute or two; get the sample to see its progress. Repeated requests add nothing twice. The animals ' +
      'are published, unless the account still awaits review. Their events do not reach webhooks. Counts as 10 ' +
      'requests.',
    scope: 'pets:write',
    right: 'pets:delete',
    cost: () => COST,
    requestHeaders: ['Idempotency-Key'],
    errors: ['account_has_animals', 'sample_under_way'],
    example: { client: `const { status } = await store.sample.add()\nconsole.log(status)` },
    handle: (call) =>
      idempotency.onceAfter(
        call,
        call.caller,
        () => samples.add(call),
        async (_trx, sample) => ({ status: 200, body: stringifyJson(sample) }),
      ),
  }),

  operation({
    ...shared,
    id: 'removeSample',
    method: 'DELETE',
    summary: 'Remove the sample shelter',
    description:
      'Removes the animals of the sample and their orders. Animals whose name, profile or photos somebody changed, or ' +
      'that have notes, applications or other orders, stay: see `kept`. Counts as 10 requests.',
    scope: 'pets:write',
    right: 'pets:delete',
    cost: () => COST,
    example: { client: `const { status } = await store.sample.remove()\nconsole.log(status)` },
    handle: async ({ caller, author }) => resource(await samples.remove({ caller, author })),
  }),
]
