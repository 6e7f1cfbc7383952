import { liveness } from './liveness.ts'

const POLL_MS = 15_000

/** How often to ask where no event tells of changes, because the key may not see any; `false` where one does. */
export const useFallbackPollMs = (): number | false => (liveness.use() === 'off' ? POLL_MS : false)
