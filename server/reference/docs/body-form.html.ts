import { type Html, html } from '../../platform/html.ts'
import type { CodeExample } from '../../requests/api/code-example.ts'
import type { Content, Schema } from '../openapi/api-document.ts'
import { input } from './input.html.ts'
import { choicesOf, typesOf, valuesOf, withNull } from './schema-words.ts'

type Follow = (schema: Schema) => Schema

/** How the script reads an input: as JSON of this kind. */
type Kind = 'string' | 'choice' | 'number' | 'boolean' | 'strings' | 'numbers' | 'json'

const JSON_TYPE = 'application/json'

/** Nested objects have their own fields up to this depth. Below, they are JSON. */
const MAX_DEPTH = 2

/** The body of a request: a file to choose, or its fields beside the JSON that they come to. */
export const bodyForm = (content: Content, { body }: CodeExample, follow: Follow): Html => {
  const types = Object.keys(content)
  if (types.includes('multipart/form-data')) {
    return html`<fieldset class="body" data-file><legend>Body</legend><label class="f"><span>File<b aria-hidden="true" title="Required">*</b></span><input type="file" accept="${types[0]}" name="file" required></label></fieldset>`
  }
  // The server of the samples, or else the only one.
  const type = types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE)
  const schema = follow(content[type]?.schema ?? {})
  const fields = fieldsOf(schema, body, [], follow)
  const json = body === undefined ? '' : JSON.stringify(body, null, 2)
  return html`<fieldset class="body" data-type="${type}"><legend>Body</legend>${fields && html`<div class="tabs"><label><input type="radio" name="body-view" value="form" checked>Form</label><label><input type="radio" name="body-view" value="json">JSON</label></div><div class="inputs as-form">${fields}</div>`}<label class="f as-json"><span>JSON</span><textarea name="json" rows="10" spellcheck="false" autocomplete="off">${json}</textarea></label><p class="problem" role="status"></p></fieldset>`
}

/** Returns inputs for the fields of an object, or undefined if the schema is not an object with fields. */
const fieldsOf = (schema: Schema, start: unknown, above: readonly string[], follow: Follow): Html | undefined => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length === 0 || above.length >= MAX_DEPTH) return undefined
  const required = new Set((schema.required ?? []) as string[])
  const values = (start ?? {}) as Record<string, unknown>
  return html`${properties.map(([name, found]) => {
    const one = withNull({ ...follow(found), ...found }, follow)
    const path = [...above, name]
    const inner = fieldsOf(one, values[name], path, follow)
    if (inner) return html`<fieldset class="group"><legend>${name}</legend>${inner}</fieldset>`
    const kind = kindOf(one, follow)
    return input({
      label: name,
      attributes: html` data-field="${path.join('.')}" data-kind="${kind}"`,
      schema: kind === 'json' ? { type: 'JSON' } : one,
      choices: choicesOf(one, follow),
      start: written(values[name], kind),
      isRequired: required.has(name),
    })
  })}`
}

const kindOf = (schema: Schema, follow: Follow): Kind => {
  const [type, ...others] = typesOf(schema).filter((one) => one !== 'null')
  if (others.length > 0) return 'json'
  if (valuesOf(schema).length > 0) return 'choice'
  if (type === 'string') return 'string'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type !== 'array') return 'json'
  const items = kindOf(follow((schema.items ?? {}) as Schema), follow)
  if (items === 'string' || items === 'choice') return 'strings'
  return items === 'number' ? 'numbers' : 'json'
}

const written = (value: unknown, kind: Kind): string => {
  if (value === undefined) return ''
  if (value === null || kind === 'json') return JSON.stringify(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}
