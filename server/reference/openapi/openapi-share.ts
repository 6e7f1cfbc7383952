import {
  type ApiDocument,
  isRef,
  mapOperations,
  mapResponses,
  mapValues,
  operationsOf,
  type Ref,
  type Response,
} from './api-document.ts'

/**
 * The same document, with repeated headers, responses and parameters moved to `components`. Of several with the same
 * name, the most frequent one is shared.
 */
export const share = (document: ApiDocument): ApiDocument => {
  const headers = shelf('headers', headersOf(document))
  const withHeaders = mapOperations(document, (operation) =>
    mapResponses(operation, (response) => ({
      ...response,
      ...(response.headers && {
        headers: mapValues(response.headers, (header, name) => headers.place(name, header)),
      }),
    })),
  )
  const responses = shelf('responses', responsesOf(withHeaders))
  const parameters = shelf('parameters', parametersOf(withHeaders))
  const shared = mapOperations(withHeaders, (operation) => ({
    ...mapResponses(operation, (response) => responses.place(response['x-name'] ?? '', withoutName(response))),
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) =>
        isRef(parameter) ? parameter : parameters.place(parameter.name, parameter),
      ),
    }),
  }))
  return {
    ...shared,
    components: {
      ...document.components,
      headers: headers.components,
      parameters: { ...document.components.parameters, ...parameters.components },
      responses: responses.components,
    },
  }
}

type Use<Value> = { name: string; value: Value }

const headersOf = (document: ApiDocument) =>
  responsesOf(document).flatMap(({ value: { headers = {} } }) =>
    Object.entries(headers).flatMap(([name, value]) => (isRef(value) ? [] : [{ name, value }])),
  )

const responsesOf = (document: ApiDocument): Use<Response>[] =>
  operationsOf(document)
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response) => (isRef(response) ? [] : [{ name: response['x-name'] ?? '', value: withoutName(response) }]))

const nameless = new WeakMap<Response, Response>()

/** Returns the same object each time, so that its text is written once. */
const withoutName = (named: Response): Response => {
  const known = nameless.get(named)
  if (known) return known
  const { 'x-name': _name, ...response } = named
  nameless.set(named, response)
  return response
}

const parametersOf = (document: ApiDocument) =>
  operationsOf(document)
    .flatMap(({ parameters = [] }) => parameters)
    .flatMap((value) => (isRef(value) ? [] : [{ name: value.name, value }]))

/** The place of one kind of shared components, and how they are named. */
const shelf = <Value extends object>(kind: string, uses: readonly Use<Value>[]) => {
  const counted = new Map<string, Use<Value> & { count: number }>()
  for (const { name, value } of uses) {
    const text = textOf(name, value)
    const known = counted.get(text) ?? { name, value, count: 0 }
    counted.set(text, { ...known, count: known.count + 1 })
  }
  const often = [...counted]
    .filter(([, { name, count }]) => name !== '' && count > 1)
    .toSorted(([, one], [, other]) => other.count - one.count)
  const kept = new Map<string, { text: string; value: Value }>()
  for (const [text, { name, value }] of often) {
    if (!kept.has(name)) kept.set(name, { text, value })
  }
  const names = [...kept.keys()].toSorted()
  return {
    components: Object.fromEntries(names.map((name) => [name, kept.get(name)?.value as Value])),
    place: <Other extends Value | Ref>(name: string, value: Other): Other | Ref =>
      kept.get(name)?.text === textOf(name, value) ? { $ref: `#/components/${kind}/${name}` } : value,
  }
}

/** Most are of a few objects that many responses have. */
const texts = new WeakMap<object, string>()

const textOf = (name: string, value: object): string => {
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return `${name} ${text}`
}
