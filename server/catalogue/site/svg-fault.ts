/**
 * Says why an SVG cannot be the logo; undefined if it can, which means that it only draws. Searching its text is
 * enough: XML has only one way to write the names of elements and attributes, and documents with their own entities or
 * in another encoding are rejected first.
 */
export const findSvgFault = (bytes: Buffer): string | undefined => {
  const text = bytes.toString('utf8')
  const [, , encoding = 'utf-8'] = DECLARED_ENCODING.exec(text) ?? []
  if (text.includes('\0') || text.includes('\uFFFD') || !/^(?:utf-?8|us-ascii)$/i.test(encoding))
    return 'must be in UTF-8'
  const type = text.indexOf('<!DOCTYPE')
  if (type >= 0 && text.slice(type, text.indexOf('>', type)).includes('[')) return 'must not declare entities'
  if (/<\?(?!xml\s)/.test(text)) return 'must not have processing instructions'
  for (const [, name = ''] of text.matchAll(/<([^\s/>!?]+)/g)) {
    const local = name.slice(name.indexOf(':') + 1)
    if (!isHarmless(local, name)) return `must not contain <${name.slice(0, 40)}>`
  }
  const handler = /[\s"'/:]on[a-z]+\s*=\s*["']/i.exec(text)
  if (handler) return 'must not have event handlers'
  for (const [, , value = ''] of text.matchAll(LINK))
    if (!/^\s*(?:#|data:image\/(?:png|jpeg|webp|gif);base64,)/.test(value))
      return 'must not link to anything outside it'
  const loads = /@import|url\((?!\s*(?:["']|&quot;)?(?:#|data:))|attributeName\s*=\s*["']\s*(?:xlink:)?href/i
  return loads.test(text) ? 'must not load anything from outside it' : undefined
}

const DECLARED_ENCODING = /^\uFEFF?<\?xml[^>]{0,200}?encoding\s*=\s*(["'])([^"']{0,40})\1/
const LINK = /[\s"'/:](?:href|src)\s*=\s*(["'])([^"']{0,64})/gi

/** Prefixed elements that editors add draw nothing and do nothing. */
const isHarmless = (local: string, name: string): boolean =>
  drawing.has(local) || (name.includes(':') && !active.has(local.toLowerCase()))

const drawing: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc metadata switch view style path rect circle ellipse line polyline polygon
  text tspan textPath image linearGradient radialGradient stop clipPath mask pattern marker filter
  animate animateTransform animateMotion mpath set feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence`.split(/\s+/),
)

const active: ReadonlySet<string> = new Set(
  `script foreignobject a iframe embed object audio video canvas link handler listener html body form input meta base img
  frame frameset applet math template slot portal`.split(/\s+/),
)
