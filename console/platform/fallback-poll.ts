import { liveness } from './liveness.ts'

const POLL_MS = 15_000

/** How often to reload if the key cannot follow events; `false` if it can. */
export const useFallbackPollMs = (): number | false => (liveness.use() === 'off' ? POLL_MS : false)
