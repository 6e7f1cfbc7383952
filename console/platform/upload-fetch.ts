type Progress = (share: number) => void

const watched = new WeakMap<Blob, Progress>()

/** Reports how much of a file has been sent, from 0 to 1, in each attempt of the client anew. */
export const watchUpload = (file: Blob, progress: Progress): void => void watched.set(file, progress)

/** A fetch that reports the progress of a watched file. Everything else goes to the browser's fetch. */
export const progressFetch = (url: string, init: RequestInit): Promise<Response> => {
  const progress = init.body instanceof Blob ? watched.get(init.body) : undefined
  return progress ? send(url, init, progress) : fetch(url, init)
}

/** By the only API of browsers that reports it. */
const send = (url: string, init: RequestInit, progress: Progress): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, signal } = init
    const request = new XMLHttpRequest()
    const abort = () => {
      request.abort()
      reject(signal?.reason)
    }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', abort, { once: true })
    request.open(method, url)
    request.responseType = 'arraybuffer'
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.upload.onload = () => progress(1)
    request.onloadend = () => {
      signal?.removeEventListener('abort', abort)
      // Redirects are not followed by this client, and a lost connection has no status.
      if (request.status === 0 || request.responseURL !== url) reject(new TypeError('Failed to fetch'))
      else resolve(responseOf(request))
    }
    progress(0)
    // The client sends files as blobs.
    request.send(body instanceof Blob ? body : null)
  })

const NO_BODY = [204, 205, 304]

const responseOf = (request: XMLHttpRequest): Response => {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const { status, statusText } = request
  const body: ArrayBuffer = request.response
  return new Response(NO_BODY.includes(status) ? null : body, { status, statusText, headers })
}
