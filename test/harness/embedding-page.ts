import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const read = (name: string) =>
  readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8')
const example = read('gallery.html')
const written = 'http://127.0.0.1:3000'

export type EmbeddingPage = Awaited<ReturnType<typeof startEmbeddingPage>>

/** Somebody else's web site: `examples/gallery.html` at an origin of its own, under a policy that allows the store alone. */
export const startEmbeddingPage = async (store: string) => {
  const pages = new Map([['/gallery.css', read('gallery.css')]])
  const policy = [
    "default-src 'none'",
    `script-src ${store}`,
    `connect-src ${store}`,
    `img-src ${store}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': request.url?.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
      // Isolated from all that does not say that it may be embedded.
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    })
    response.end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** A page with a gallery of some attributes, and what is written into it. Returns its path. */
    add(attributes: Record<string, string>, inside = ''): string {
      const path = `/${pages.size}`
      const markup = Object.entries(attributes).map(
        ([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
      )
      const html = example
        .replace(/<meta\s+http-equiv[^>]*>/, '')
        .replace(/<adoption-gallery [^>]*>/, `<adoption-gallery ${markup.join(' ')}>${inside}`)
      pages.set(path, html.replaceAll(written, store))
      return path
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
