import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const read = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8')
const example = read('gallery.html')
const written = 'http://127.0.0.1:3000'

export type EmbeddingPage = Awaited<ReturnType<typeof startEmbeddingPage>>

/**
 * The web site of somebody else: `examples/gallery.html` on another origin, with a policy that allows only the store.
 */
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
      // Only resources that allow embedding load.
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
    /** Adds a page with a gallery with these attributes and content. Returns its path. */
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
