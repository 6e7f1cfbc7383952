import { ConnectionError } from '@adoption-store/client'
import { signal } from './signal.ts'
import { reportTrouble } from './trouble.ts'
import { progressFetch } from './upload-fetch.ts'

/** Whether changes by others appear live; `off` if the key is not allowed to follow events. */
export const liveness = signal<'connecting' | 'live' | 'off'>('connecting')

/** How often the stream of events has been opened. */
export const streamsOpened = signal(0)

/**
 * The browser's fetch, which also records the state of the event stream, as the client hides lost
 * connections, and reports the progress of uploads.
 */
export const watchedFetch = async (url: string, init: RequestInit): Promise<Response> => {
  if (!new URL(url).pathname.endsWith('/events/stream')) return progressFetch(url, init)
  try {
    const response = await fetch(url, init)
    liveness.set(response.ok ? 'live' : 'connecting')
    if (response.ok) streamsOpened.set(streamsOpened.get() + 1)
    return response
  } catch (cause) {
    if (!init.signal?.aborted) {
      liveness.set('connecting')
      reportTrouble(new ConnectionError('the event stream was lost', { cause }))
    }
    throw cause
  }
}
