import { type Html, html } from '../../platform/html.ts'
import type { Schema } from '../openapi/api-document.ts'
import type { Prose } from './markdown.ts'
import { limitsOf, nameOfReference, typesOf, valuesOf } from './schema-words.ts'

/** The functions that schemas are rendered with. */
export type SchemaWriter = {
  /** The type of a field or a body, such as `array of Pet`. */
  typeOf(schema: Schema): Html
  /** The description and the limits of a schema. `description` replaces its own. */
  notesOn(schema: Schema, description?: string): Html
  /**
   * Its fields, and those within them, folded; of schemas with a name only where these are not `linked`. `marked` are the
   * fields that are said to be so.
   */
  fieldsOf(schema: Schema, marked: Marked, named?: Named): Html | undefined
  /** The schema itself where it is only referred to by its name. */
  follow(schema: Schema): Schema
}

/** Requests mark the required fields, responses the optional ones. */
type Marked = 'required' | 'optional'

/** How a field with a named schema is shown: with its fields, or only with a link to them. */
type Named = 'folded' | 'linked'

type Deps = { schemas: Readonly<Record<string, Schema>>; prose: Prose }

type Within = { depth: number; marked: Marked; named: Named }

/** Deeper than this, an object is a link to its own description. */
const MAX_DEPTH = 3
/** More alternatives than this are links. */
const MAX_CHOICES = 6

export const schemaAddress = (name: string): string => `/docs/reference/objects#${name}`

const linkTo = (name: string): Html => html`<a href="${schemaAddress(name)}">${name}</a>`

export const schemaWriter = ({ schemas, prose }: Deps): SchemaWriter => {
  const follow = (schema: Schema): Schema => {
    const name = nameOfReference(schema)
    return name === undefined ? schema : (schemas[name] ?? {})
  }

  const typeOf = (schema: Schema): Html => {
    const name = nameOfReference(schema)
    const found = follow(schema)
    const choices = choicesOf(found)
    // An object has its own place on the page; a named list or text is described by its type.
    if (name !== undefined && (choices.length > 0 || typesOf(found).includes('object'))) {
      return linkTo(name)
    }
    if (choices.length > 0) return joined(choices.map(typeOf))
    const words = typesOf(found).map((type) =>
      type === 'array' ? html`array of ${typeOf(itemsOf(found))}` : html`${type}`,
    )
    const format = typeof found.format === 'string' && html`, ${found.format}`
    return html`${joined(words)}${format}${valuesOf(found).length > 0 && ', one of'}`
  }

  const notesOn = (schema: Schema, description?: string): Html => {
    const own: Schema = {
      ...follow(schema),
      ...schema,
      ...(description && { description }),
    }
    const values = [...valuesOf(own), ...valuesOf(follow(itemsOf(own)))]
    const rule = own['x-rule']
    const [example] = Array.isArray(own.examples) ? own.examples : []
    return html`${typeof own.description === 'string' && html`<p>${prose.inline(own.description)}</p>`}${typeof rule === 'string' && html`<p class="rule">It ${rule}.</p>`}${values.length > 0 && html`<p class="values">${values.map((value) => html`<code>${value}</code> `)}</p>`}${isPlain(example) && html`<p class="rule">Example: <code>${String(example)}</code></p>`}`
  }

  const row = (name: string, schema: Schema, mark: string, at: Within): Html => {
    const limits = limitsOf({ ...follow(schema), ...schema })
    const isLink = at.named === 'linked' && nameWithin(schema) !== undefined
    const inner = isLink ? undefined : within(schema, { ...at, depth: at.depth + 1 })
    return html`<li><div class="name"><code>${name}</code> <span>${typeOf(schema)}${limits.map((limit) => html`, ${limit}`)}</span>${mark && html` <b>${mark}</b>`}</div>${notesOn(schema)}${inner && html`<details><summary>${labelOf(schema)}</summary>${inner}</details>`}</li>`
  }

  /** The fields that are in a value, through lists and names. */
  const within = (schema: Schema, at: Within): Html | undefined => {
    const found = follow(schema)
    if (at.depth > MAX_DEPTH) return undefined
    const choices = choicesOf(found).filter((choice) => typesOf(choice)[0] !== 'null')
    if (choices.length > 0) return choicesWithin(choices, at)
    const items = itemsOf(found)
    if (Object.keys(items).length > 0) return within(items, at)
    const properties = Object.entries((found.properties ?? {}) as Record<string, Schema>)
    if (properties.length === 0) return undefined
    const required = new Set((found.required ?? []) as string[])
    const rows = properties.map(([name, one]) => {
      const mark = required.has(name) === (at.marked === 'required') ? at.marked : ''
      return row(name, one, mark, at)
    })
    return html`<ul class="fields">${rows}</ul>`
  }

  const choicesWithin = (choices: readonly Schema[], at: Within): Html | undefined => {
    if (choices.length > MAX_CHOICES) {
      return html`<ul class="choices">${choices.map((choice) => html`<li>${typeOf(choice)}</li>`)}</ul>`
    }
    const shown = choices.map((choice) => ({ choice, inner: within(choice, at) }))
    if (!shown.some(({ inner }) => inner)) return undefined
    return html`${shown.map(({ choice, inner }) => inner && html`<p class="choice">${typeOf(choice)}</p>${inner}`)}`
  }

  const nameWithin = (schema: Schema): string | undefined =>
    nameOfReference(schema) ?? nameOfReference(itemsOf(follow(schema)))

  const labelOf = (schema: Schema): Html => {
    const name = nameWithin(schema)
    return html`Fields${name && html` of ${name}`}`
  }

  return {
    typeOf,
    notesOn,
    fieldsOf: (schema, marked, named = 'folded') => within(schema, { depth: 1, marked, named }),
    follow,
  }
}

const itemsOf = ({ items }: Schema): Schema => (typeof items === 'object' && items !== null ? (items as Schema) : {})

const choicesOf = ({ oneOf, anyOf }: Schema): Schema[] => (oneOf ?? anyOf ?? []) as Schema[]

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const joined = (words: readonly Html[]): Html => html`${words.map((word, at) => (at === 0 ? word : html` or ${word}`))}`
