import { idempotency } from '../../requests/idempotency/idempotency.service.ts'
import type { Change } from '../changes/change.ts'
import type { Replicas } from '../replicas.ts'
import type { Parts, Routine } from './parts.ts'

const PURGE_MS = 600_000

type Deps = Pick<Parts, 'database' | 'clock' | 'telemetry'> & { replicas: Replicas | undefined }

/** Responses that are stored for an `Idempotency-Key`. */
export const wireIdempotency = ({ database, clock, telemetry, replicas }: Deps) => {
  const responses = idempotency<Change>({
    database,
    clock,
    onReplay: telemetry.onReplay,
    publishAgain: replicas?.catalogue.anythingChanged,
  })
  const routines: Routine[] = [{ everyMs: PURGE_MS, run: responses.purge }]
  return { idempotency: responses, routines }
}
