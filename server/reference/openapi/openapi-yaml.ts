import { setImmediate } from 'node:timers/promises'
import type { ApiDocument } from './api-document.ts'

type Yaml = typeof import('yaml')

/** Every list and text is written out where it is, and no text means something else to a reader of YAML 1.1. */
const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const

/**
 * The document as YAML. Writing a million characters takes more than a second, so it is done in parts, between which
 * others are served.
 */
export const openapiYaml = async (document: ApiDocument): Promise<string> => {
  const yaml = await import('yaml')
  const { paths, components, webhooks = {}, ...about } = document
  const parts: string[] = []
  const add = async (names: readonly string[], values: Readonly<Record<string, object>>) => {
    parts.push(...names.slice(-1).map((name) => `${'  '.repeat(names.length - 1)}${name}:\n`))
    for (const [name, value] of Object.entries(values)) {
      await setImmediate()
      const within = names.reduceRight<object>((inner, outer) => ({ [outer]: inner }), {
        [name]: value,
      })
      // The lines before are those of the names around it.
      parts.push(written(yaml, within).split('\n').slice(names.length).join('\n'))
    }
  }
  parts.push(written(yaml, about))
  await add(['paths'], paths)
  await add(['webhooks'], webhooks)
  parts.push('components:\n')
  for (const [kind, values] of Object.entries(components)) await add(['components', kind], values)
  return parts.join('')
}

const written = (yaml: Yaml, value: object): string => new yaml.Document(value, options).toString({ lineWidth: 0 })
