import { type Components, lowerBounds, type Schema, type Shape, shapeOf, upperBounds } from './schema-shape.ts'

/** The parts of an OpenAPI document that are compared. */
export type ComparedDocument = {
  paths: Record<string, Record<string, ComparedOperation>>
  components?: Record<string, Record<string, unknown>>
}
type Ref = { $ref?: string }
type Parameter = Ref & { name: string; in: string; required?: boolean; schema?: Schema }
type Content = Record<string, { schema?: Schema }>
type Response = Ref & { content?: Content }
type ComparedOperation = {
  operationId?: string
  summary?: string
  deprecated?: boolean
  'x-stability'?: string
  parameters?: Parameter[]
  requestBody?: Ref & { required?: boolean; content?: Content }
  responses?: Record<string, Response>
}

/** The differences of an operation between two documents. */
export type OperationChange = {
  kind: 'added' | 'changed' | 'deprecated' | 'removed'
  operationId: string
  method: string
  path: string
  summary: string
  details: readonly Detail[]
  /** Whether it may not change so: it is stable, before or after, and some detail is breaking. */
  isBreaking: boolean
}
type Detail = { text: string; isBreaking: boolean }

/** Every operation that differs, in the order of its document. */
export const apiChanges = (before: ComparedDocument, after: ComparedDocument): OperationChange[] => [
  ...operationsOf(after).flatMap(({ path, method, operation }): OperationChange[] => {
    const old = before.paths[path]?.[method]
    const about = aboutOf(path, method, operation)
    if (!old) return [{ ...about, kind: 'added', details: [], isBreaking: false }]
    const details = new Comparison(before, after).operation(old, operation)
    const kind = operation.deprecated && !old.deprecated ? 'deprecated' : 'changed'
    if (details.length === 0 && kind === 'changed') return []
    // One that becomes stable is compared already: nobody expects a break with that news.
    const isProtected = isStable(old) || isStable(operation)
    const isBreaking = isProtected && details.some((detail) => detail.isBreaking)
    return [{ ...about, kind, details, isBreaking }]
  }),
  ...operationsOf(before)
    .filter(({ path, method }) => !after.paths[path]?.[method])
    .map(({ path, method, operation }) => ({
      ...aboutOf(path, method, operation),
      kind: 'removed' as const,
      details: [],
      isBreaking: isStable(operation),
    })),
]

/** In documents from before stability levels, every operation was stable. */
const isStable = (operation: ComparedOperation): boolean => (operation['x-stability'] ?? 'stable') === 'stable'

const operationsOf = ({ paths }: ComparedDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const aboutOf = (path: string, method: string, { operationId = '', summary = '' }: ComparedOperation) => ({
  path,
  operationId,
  summary,
  method: method.toUpperCase(),
})

type Place = { name: string; isInput: boolean }

class Comparison {
  readonly #before: ComparedDocument
  readonly #after: ComparedDocument
  readonly #details: Detail[] = []
  /** Pairs of schemas that are being compared, so that one that contains itself ends. */
  readonly #seen = new Set<string>()

  constructor(before: ComparedDocument, after: ComparedDocument) {
    this.#before = before
    this.#after = after
  }

  operation(before: ComparedOperation, after: ComparedOperation): readonly Detail[] {
    this.#parameters(before, after)
    this.#body(before, after)
    this.#responses(before, after)
    return this.#details
  }

  #parameters(before: ComparedOperation, after: ComparedOperation): void {
    const old = parametersOf(this.#before, before)
    const now = parametersOf(this.#after, after)
    for (const [key, { name, required, schema = {} }] of old) {
      const same = now.get(key)
      if (!same) this.#add(`lost the parameter \`${name}\``, true)
      else {
        if (same.required && !required) this.#add(`requires the parameter \`${name}\``, true)
        this.#schemas(schema, same.schema ?? {}, { name, isInput: true })
      }
    }
    for (const [key, { name, required }] of now) {
      if (old.has(key)) continue
      if (required) this.#add(`requires the new parameter \`${name}\``, true)
      else this.#add(`takes the parameter \`${name}\``, false)
    }
  }

  #body(before: ComparedOperation, after: ComparedOperation): void {
    const old = resolved(this.#before, before.requestBody)
    const now = resolved(this.#after, after.requestBody)
    if (old && !now) this.#add('takes no body any more', true)
    if (now?.required && !old?.required) this.#add('requires a body', true)
    this.#contents(old?.content, now?.content, { name: 'body', isInput: true })
  }

  #responses(before: ComparedOperation, after: ComparedOperation): void {
    const now = after.responses ?? {}
    for (const [status, response] of Object.entries(before.responses ?? {})) {
      if (!now[status]) this.#add(`lost the response ${status}`, true)
      const [from, to] = [resolved(this.#before, response), resolved(this.#after, now[status])]
      this.#contents(from?.content, to?.content, { name: `response ${status}`, isInput: false })
    }
    for (const status of Object.keys(now)) {
      if (!before.responses?.[status]) this.#add(`may respond with ${status}`, false)
    }
  }

  #contents(before: Content = {}, after: Content = {}, place: Place): void {
    for (const [type, { schema = {} }] of Object.entries(before)) {
      const now = after[type]
      if (now) this.#schemas(schema, now.schema ?? {}, place)
    }
  }

  #schemas(before: Schema, after: Schema, place: Place): void {
    const pair = JSON.stringify([before.$ref ?? before, after.$ref ?? after, place.isInput])
    if (this.#seen.has(pair)) return
    this.#seen.add(pair)
    const old = shapeOf(before, schemasOf(this.#before))
    const now = shapeOf(after, schemasOf(this.#after))
    this.#values(old, now, place)
    this.#fields(old, now, place)
    if (old.items && now.items) {
      this.#schemas(old.items, now.items, { ...place, name: `${place.name}[]` })
    }
  }

  #values(old: Shape, now: Shape, { name, isInput }: Place): void {
    const [from, to] = isInput ? [old.types, now.types] : [now.types, old.types]
    if (to.size > 0 && !(from.size > 0 && from.isSubsetOf(to))) {
      this.#add(`changed the type of \`${name}\` to ${[...now.types].join(' or ')}`, true)
    }
    const lost = now.values && old.values?.difference(now.values)
    if (lost && lost.size > 0) this.#add(`\`${name}\` lost ${[...lost].join(', ')}`, true)
    if (isInput && now.values && !old.values) this.#add(`\`${name}\` takes only some values`, true)
    const gained = old.values && now.values?.difference(old.values)
    if (gained && gained.size > 0) this.#add(`\`${name}\` may be ${[...gained].join(', ')}`, false)
    if (isInput) this.#bounds(old, now, name)
  }

  #bounds(old: Shape, now: Shape, name: string): void {
    for (const bound of [...lowerBounds, ...upperBounds]) {
      const [from, to] = [old.bounds[bound], now.bounds[bound]]
      if (to === undefined) continue
      const isNarrower = lowerBounds.includes(bound)
        ? to > (from ?? Number.NEGATIVE_INFINITY)
        : to < (from ?? Number.POSITIVE_INFINITY)
      if (isNarrower) this.#add(`\`${name}\` has the ${bound} ${to}`, true)
    }
  }

  #fields(old: Shape, now: Shape, { name, isInput }: Place): void {
    for (const [field, schema] of Object.entries(old.fields)) {
      const same = now.fields[field]
      const inner = { name: `${name}.${field}`, isInput }
      if (same) this.#schemas(schema, same, inner)
      else this.#add(`lost the field \`${inner.name}\``, true)
    }
    for (const field of Object.keys(now.fields)) {
      if (!(field in old.fields)) this.#add(`has the field \`${name}.${field}\``, false)
    }
    if (!isInput) return
    for (const field of now.required.difference(old.required)) {
      this.#add(`requires the field \`${name}.${field}\``, true)
    }
  }

  #add(text: string, isBreaking: boolean): void {
    this.#details.push({ text, isBreaking })
  }
}

const parametersOf = (document: ComparedDocument, { parameters = [] }: ComparedOperation) =>
  new Map(
    parameters.map((each) => {
      const parameter = resolved(document, each) ?? each
      return [`${parameter.in} ${parameter.name}`, parameter]
    }),
  )

// The parts of a document that `$ref` names are of the type that the place of the reference takes.
const resolved = <Part extends Ref>(
  { components = {} }: ComparedDocument,
  part: Part | undefined,
): Part | undefined => {
  if (!part?.$ref) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return components[kind]?.[name] as Part | undefined
}

const schemasOf = ({ components = {} }: ComparedDocument): Components => (components.schemas ?? {}) as Components
