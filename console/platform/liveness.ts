import { ConnectionError } from '@adoption-store/client'
import { signal } from './signal.ts'
import { reportTrouble } from './trouble.ts'

/** Whether changes made elsewhere show by themselves; `off` when the key may not see them. */
export const liveness = signal<'connecting' | 'live' | 'off'>('connecting')

/** The browser's fetch, but it notes how the stream of changes stands: who follows it is told nothing of a loss. */
export const watchedFetch = async (url: string, init: RequestInit): Promise<Response> => {
  if (!new URL(url).pathname.endsWith('/events/stream')) return fetch(url, init)
  try {
    const response = await fetch(url, init)
    liveness.set(response.ok ? 'live' : 'connecting')
    return response
  } catch (cause) {
    if (!init.signal?.aborted) {
      liveness.set('connecting')
      reportTrouble(new ConnectionError('the stream of changes was lost', { cause }))
    }
    throw cause
  }
}
