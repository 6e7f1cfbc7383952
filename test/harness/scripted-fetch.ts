import type { Runtime } from '../../sdk/options.ts'

type Sent = { url: string; method: string; headers: Headers; body: string | undefined }
type Step = Response | Error | ((sent: Sent, signal: AbortSignal) => Promise<Response> | Response)

/** A `fetch` with scripted responses, one step after the other, which records requests. */
export const scriptedFetch = (...steps: Step[]) => {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body as string | undefined,
    }
    sent.push(request)
    // The last step repeats forever.
    const step = steps.length > 1 ? steps.shift() : steps[0]
    if (!step) throw new Error('the script is empty')
    if (step instanceof Error) throw step
    if (step instanceof Response) return step.clone()
    return step(request, init.signal as AbortSignal)
  }
  return { fetch, sent }
}

/** A JSON response like the service's. */
export const jsonResponse = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers })

/** An error response like the service's. */
export const errorResponse = (status: number, code: string, headers: Record<string, string> = {}) =>
  jsonResponse(status, { code, message: `about ${code}`, status }, headers)

/** Never responds, but can be aborted, as `fetch` can. */
export const silence: Step = (_sent, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Virtual time that only waiting advances, so that waits end at once. Random numbers are always in the middle. */
export const virtualRuntime = () => {
  let nowMs = 0
  const sleeps: number[] = []
  const runtime: Runtime = {
    nowMs: () => nowMs,
    random: () => 0.5,
    async sleep(ms, signal) {
      sleeps.push(ms)
      const untilMs = nowMs + ms
      await new Promise(setImmediate)
      signal?.throwIfAborted()
      nowMs = Math.max(nowMs, untilMs)
    },
  }
  return { runtime, sleeps, nowMs: () => nowMs }
}
