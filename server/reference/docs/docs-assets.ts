import { readFile } from 'node:fs/promises'
import { type Asset, asset } from '../../requests/api/asset.ts'
import { accentRules, type Brand, docsIcon } from './brand.ts'
import type { Urls } from './layout.html.ts'

type DocsAssets = {
  /** By their names below `/docs/assets`, which carry the hash of what is in them. */
  files: ReadonlyMap<string, Asset>
  urls: Urls
}

/** Everything that a page of the docs loads, all of it from here. */
export const loadAssets = async (searchIndex: unknown, brand: Brand): Promise<DocsAssets> => {
  const files = new Map<string, Asset>()
  const publish = (name: string, type: keyof typeof types, content: string | Buffer): string => {
    const made = asset(types[type], content)
    const file = `${name}.${made.hash}.${type}`
    files.set(file, made)
    return `/docs/assets/${file}`
  }
  const styles = (await browserFile('docs.css')) + accentRules(brand)
  const fonts = { latin: publish('inter', 'woff2', await fontFile('latin')) }
  const panel = publish('panel', 'js', await linkedScript('panel'))
  const search = publish('search', 'js', await linkedScript('search'))
  const page = (await linkedScript('docs'))
    .replaceAll("'./panel.js'", `'${panel}'`)
    .replaceAll("'./search.js'", `'${search}'`)
  return {
    files,
    urls: {
      icon: publish('icon', 'svg', docsIcon(brand)),
      font: fonts.latin,
      styles: publish('docs', 'css', fontFace(fonts.latin) + styles),
      early: publish('early', 'js', await linkedScript('early')),
      script: publish('docs', 'js', page),
      search: publish('index', 'json', JSON.stringify(searchIndex)),
    },
  }
}

const types = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  woff2: 'font/woff2',
}

const browserFile = (name: string): Promise<string> => readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')

const importLine = /^import \{[^}]*\} from '\.\/([\w-]+)\.js'\n/gm

/**
 * A script and those that it imports as one file: a dozen requests would take longer than what is in them. The files
 * import each other by their names alone, and no two that meet have the same name at their top.
 */
const linkedScript = async (entry: string): Promise<string> => {
  const parts = new Map<string, string>()
  const add = async (name: string): Promise<void> => {
    const text = await browserFile(`${name}.js`)
    for (const [, imported = ''] of text.matchAll(importLine)) {
      if (!parts.has(imported)) await add(imported)
    }
    const own = text.replace(importLine, '')
    parts.set(name, name === entry ? own : own.replace(/^export (?=const )/gm, ''))
  }
  await add(entry)
  return [...parts.values()].join('\n')
}

const fontFile = (subset: string): Promise<Buffer> =>
  readFile(new URL(import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`)))

/** One that comes late is for the next page: text that is being read does not move. */
const fontFace = (url: string): string =>
  `@font-face{font-family:"Inter Variable";src:url(${url}) format("woff2");font-weight:100 900;font-display:optional}\n`
