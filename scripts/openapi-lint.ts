// Checks every edition of the OpenAPI document by the rules that Redocly recommends.
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openapi30 } from '../server/reference/openapi/openapi-30.ts'
import { openapiYaml } from '../server/reference/openapi/openapi-yaml.ts'

/** What the rules find in the committed document and in its editions, warnings included. */
export const openapiFaults = async (root: URL): Promise<string[]> => {
  const text = readFileSync(new URL('openapi.json', root), 'utf8')
  const document = JSON.parse(text)
  const editions = {
    'openapi.json': text,
    'openapi.yaml': await openapiYaml(document),
    'openapi-3.0.json': JSON.stringify(await openapi30(document)),
  }
  const found = await Promise.all(Object.entries(editions).map(([name, edition]) => faultsIn(name, edition)))
  return found.flat()
}

export const faultsIn = async (name: string, edition: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: edition, absoluteRef: `/${name}`, config })
  return problems.map(
    ({ ruleId, message, location: [place] }) =>
      `${name}${place && 'pointer' in place ? place.pointer : ''}: ${message} (${ruleId})`,
  )
}
