import { readFile } from 'node:fs/promises'
import { type Asset, asset } from '../../requests/api/asset.ts'
import type { SiteLook } from './layout.html.ts'
import type { Logo } from './logo.ts'
import { type Accent, accentsOf } from './theme.ts'

export type SiteAssets = {
  /** By their names below `/assets`. */
  files: ReadonlyMap<string, Asset>
  favicon: Asset
  look: Omit<SiteLook, 'name' | 'hasSite'>
}

type Options = { color: string | undefined; logo: Logo | undefined }

/** Western and extended Latin letters. Only pages with extended letters load the second file. */
const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const

const fonts = [
  { family: 'Inter Variable', files: 'inter', axes: 'wght', weights: '100 900' },
  // It has optical sizes: letters are finer when they are large.
  { family: 'Fraunces Variable', files: 'fraunces', axes: 'opsz', weights: '100 900' },
] as const

/** The visitor's own fonts, adjusted to the metrics of ours, so that text does not move when ours load. */
const fallbacks = `@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans");ascent-override:90%;descent-override:22.43%;line-gap-override:0%;size-adjust:107.4%}
@font-face{font-family:"Fraunces Fallback";src:local("Georgia"),local("Times New Roman"),local("Liberation Serif");ascent-override:97.8%;descent-override:25.5%;line-gap-override:0%;size-adjust:108%}
`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="COLOR"><ellipse cx="6" cy="15" rx="3" ry="4"/><ellipse cx="12" cy="8" rx="3" ry="4.5"/><ellipse cx="20" cy="8" rx="3" ry="4.5"/><ellipse cx="26" cy="15" rx="3" ry="4"/><path d="M16 15c-5 0-9 6-9 10 0 5 6 3 9 3s9 2 9-3c0-4-4-10-9-10z"/></svg>
`
const ACCENT = '#1d6b4f'

/** Everything that the pages of the site load, all from this server. */
export const loadSiteAssets = async ({ color, logo }: Options): Promise<SiteAssets> => {
  const files = new Map<string, Asset>()
  const publish = (name: string, extension: string, type: string, content: string | Buffer) => {
    const made = asset(type, content)
    const file = `${name}.${made.hash}.${extension}`
    files.set(file, made)
    return `/assets/${file}`
  }
  const preloaded: string[] = []
  let faces = ''
  for (const { family, files: name, axes, weights } of fonts) {
    for (const [subset, range] of Object.entries(ranges)) {
      const font = `${name}-${subset}-${axes}-normal.woff2`
      const url = publish(font.replace('.woff2', ''), 'woff2', 'font/woff2', await fontFile(name, font))
      if (subset === 'latin') preloaded.push(url)
      // Fonts that load late are used from the next page on, so that text does not move while it is read.
      faces += `@font-face{font-family:"${family}";src:url(${url}) format("woff2");font-weight:${weights};font-display:optional;unicode-range:${range}}\n`
    }
  }
  const styles = await readFile(new URL('site.css', import.meta.url), 'utf8')
  faces = smaller(faces + fallbacks)
  const css = faces + smaller(styles + (color ? accentRules(color) : ''))
  return {
    files,
    favicon: asset('image/x-icon', await readFile(new URL('favicon.ico', import.meta.url))),
    look: {
      styles: publish('site', 'css', 'text/css; charset=utf-8', css),
      icon: publish('icon', 'svg', 'image/svg+xml', icon.replace('COLOR', color ?? ACCENT)),
      fonts: preloaded,
      faces,
      logo: logo && {
        url: publish('logo', logo.extension, logo.type, logo.bytes),
        width: logo.width,
        height: logo.height,
      },
    },
  }
}

const fontFile = (font: string, file: string): Promise<Buffer> =>
  readFile(new URL(import.meta.resolve(`@fontsource-variable/${font}/files/${file}`)))

const accentRules = (color: string): string => {
  const { light, dark } = accentsOf(color)
  return `:root{${tokens(light)}}@media screen and (prefers-color-scheme:dark){:root{${tokens(dark)}}}`
}

const tokens = (accent: Accent): string =>
  Object.entries(accent)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** Removes most white space from our own style sheet. */
const smaller = (css: string): string =>
  css
    .split('\n')
    .map((line) => line.trim())
    .join('')
    .replaceAll(' {', '{')
    .replaceAll(': ', ':')
