// cli/resource-commands.gen.ts: the commands `list`, `get`, `add`, `update` and `remove` of some resources, from the
// operations behind the client's methods of these names.
import { type Document, NOTICE, nameOf, type Schema } from './document.ts'
import { formatted } from './format.ts'
import { functionOf, type Route, routesOf, sampleOf, typeText } from './resources.ts'

/** The resources whose commands are generated. Each also has an entry in cli/user-commands.ts. */
const generated = ['notes']

/** What the generated file may import; it imports what it uses. */
const imports = {
  commander: ['type Command', 'Option'],
  '../exact-json.ts': ['type Int64'],
  './remote.ts': [
    'type CommandContext',
    'type ListLimit',
    'limited',
    'pageSize',
    'type Repeatable',
    'readId',
    'readIds',
    'remote',
    'repeatable',
    'take',
  ],
  './resource-output.ts': ['type Display', 'itemOf', 'readFlag', 'readJson', 'readList', 'readNumber', 'tableOf'],
}

/** Returns the content of cli/resource-commands.gen.ts. */
export const generatedCommands = (document: Document, resources: readonly string[] = generated): string => {
  const routes = routesOf(document)
  const text = resources
    .map((resource) => {
      const own = routes.filter((route) => sampleOf(route).resource === resource)
      return resourceCommands(document, resource, new Map(own.map((route) => [sampleOf(route).name, route])))
    })
    .join('\n')
  const schemas = ['Api', ...Object.keys(document.components.schemas)].map((name) => `type ${name}`)
  const lines = Object.entries({ ...imports, '../mod.ts': schemas }).flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(text))
    const isType = used.every((name) => name.startsWith('type '))
    const wanted = isType ? `type { ${used.map((name) => name.slice(5))} }` : `{ ${used} }`
    return used.length > 0 ? [`import ${wanted} from '${module}'`] : []
  })
  return formatted([NOTICE, ...lines, text].join('\n'))
}

const resourceCommands = (document: Document, resource: string, routes: Map<string, Route>): string => {
  const noun = functionOf(resource).replace(/Calls$/, '')
  const [list, get, update, remove] = ['list', 'get', 'update', 'remove'].map((name) => routes.get(name))
  const add = routes.get('add') ?? routes.get('create')
  const item = list?.result?.items ?? get?.result
  if (!item?.$ref) throw new Error(`the items of ${resource} have no name`)
  const type = nameOf({ $ref: item.$ref })
  const columns = columnsOf(document, item)
  const texts = [
    list && listCommand(document, list),
    get && getCommand(get, type),
    add && addCommand(document, add, noun),
    update && updateCommand(document, update, noun),
    remove && removeCommand(remove, noun),
  ]
  return `
/** The commands of \`store.${resource}\`. */
export const ${noun}Commands = (context: CommandContext, display: Display<${type}> = {
    headings: ${JSON.stringify(columns.map((name) => wordsOf(namesOf(name).word).toUpperCase()))},
    row: ({ ${columns} }) => [${columns}],
  }) => (parent: Command): void => {
  ${texts.filter((text) => text !== undefined).join('\n\n')}
}
`
}

const listCommand = (document: Document, route: Route): string => {
  const filters = route.parameters
    .filter((each) => each.in === 'query' && !['limit', 'cursor', 'after', 'offset'].includes(each.name))
    .map((each) => fieldOf(document, each, `Api['queries']['${route.operation.operationId}']`))
  const query = [...filters.map(memberOf), ...(route.isPage ? ['limit: pageSize(options)'] : [])]
  const call = callOf(route, query.length > 0 ? [`{ ${query} }`] : [])
  return commandText(route, {
    name: 'list',
    options: filters,
    ...(route.isPage && { wrap: 'limited', type: 'ListLimit' }),
    work: `tableOf(await ${route.isPage ? `take(${call}, options)` : call}, display)`,
  })
}

/** A single item may have more than those of a list. */
const getCommand = (route: Route, listed: string): string => {
  const isListed = typeText(route.result) === listed
  return commandText(route, { name: 'get', work: `itemOf(await ${callOf(route)}${isListed ? ', display' : ''})` })
}

const addCommand = (document: Document, route: Route, noun: string): string => {
  const fields = bodyFields(document, route)
  const given = fields.filter(({ isRequired }) => isRequired)
  const options = fields.filter(({ isRequired }) => !isRequired)
  const body = [...given.map(({ name }) => name), ...options.map(memberOf)]
  const query = route.inQuery.length > 0 ? ['undefined'] : []
  return commandText(route, {
    name: 'add',
    given,
    options,
    wrap: 'repeatable',
    type: 'Repeatable',
    work: `{
      const item = await ${callOf(route, [`{ ${body} }`, ...query, '{ idempotencyKey: options.idempotencyKey }'])}
      return { json: item, text: \`${titleOf(noun)} \${item.id} was added.\` }
    }`,
  })
}

const updateCommand = (document: Document, route: Route, noun: string): string => {
  const options = bodyFields(document, route)
  const flags = options.map(({ flag }) => flag).join(', ')
  return commandText(route, {
    name: 'update',
    options,
    work: `{
      const patch = { ${options.map(memberOf)} }
      if (Object.keys(patch).length === 0) update.error('error: nothing to change: give one of ${flags}')
      const item = await ${callOf(route, ['patch'])}
      return { json: item, text: \`${titleOf(noun)} \${item.id} was changed.\` }
    }`,
  })
}

const removeCommand = (route: Route, noun: string): string =>
  commandText(route, {
    name: 'remove',
    work: `{
      await ${callOf(route)}
      return { json: { id: ${route.inPath.at(-1)?.name}, removed: true }, text: \`${titleOf(noun)} \${${route.inPath.at(-1)?.name}} was deleted.\` }
    }`,
  })

/** A value on the command line: an argument or the value of an option. */
type Field = {
  name: string
  /** The name of the argument or of the option. */
  word: string
  flag: string
  about: string
  type: string
  isRequired: boolean
  /** The function that reads it, if that is not the text itself. */
  reader?: string | undefined
  choices?: string[] | undefined
}

type CommandParts = {
  name: string
  /** Arguments after those of the path. */
  given?: Field[]
  options?: Field[]
  /** A function that adds options, and their type. */
  wrap?: string
  type?: string
  work: string
}

const commandText = (route: Route, { name, given = [], options = [], wrap = '', type, work }: CommandParts): string => {
  const args = [...idsOf(route), ...given]
  const types = [
    ...(type ? [type] : []),
    ...(options.length > 0 ? [`{ ${options.map(({ word, type }) => `${word}?: ${type}`).join('; ')} }`] : []),
  ]
  const parts = [
    ...args.map((each) => `.argument('<${each.word}>', ${JSON.stringify(each.about)}${readerOf(each)})`),
    ...options.map(({ flag, word, about, choices, ...rest }) =>
      choices
        ? `.addOption(new Option('${flag} <${word}>', ${JSON.stringify(about)}).choices(${JSON.stringify(choices)}))`
        : `.option('${flag} <${word}>', ${JSON.stringify(about)}${readerOf(rest)})`,
    ),
  ]
  const hasOptions = work.includes('options')
  return `const ${name} = ${wrap}(parent.command('${name}').description(${JSON.stringify(lowerFirst(route.operation.summary))}))
    ${parts.join('\n')}
  remote<[${args.map((each) => each.type)}]${types.length > 0 ? `, ${types.join(' & ')}` : ''}>(${name}, context, async (store, ${args.length > 0 ? `[${args.map((each) => each.name)}]` : '_'}${hasOptions ? ', options' : ''}) => ${work})`
}

const readerOf = ({ reader }: Pick<Field, 'reader'>): string => (reader ? `, ${reader}` : '')

/** A call of the method: the ids in the path, then other values. */
const callOf = (route: Route, values: string[] = []): string => {
  const { resource, name } = sampleOf(route)
  return `store.${resource}.${name}(${[...route.inPath.map((each) => each.name), ...values]})`
}

/** The member of a query or body, if the option is given. */
const memberOf = ({ name, word }: Field): string => `...(options.${word} !== undefined && { ${name}: options.${word} })`

const idsOf = (route: Route): Field[] =>
  route.parameters
    .filter((each) => each.in === 'path')
    .map(({ name, description = '', schema }) => ({
      ...namesOf(name),
      about: aboutOf(description.replace(/^Identifier of /, '')),
      type: schema.format === 'int64' ? 'Int64' : 'string',
      isRequired: true,
      reader: schema.format === 'int64' ? 'readId' : undefined,
    }))

const bodyFields = (document: Document, { body }: Route): Field[] => {
  const { properties = {}, required = [] } = document.components.schemas[body?.type ?? ''] ?? {}
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(document, { name, schema, required: required.includes(name) }, body?.type ?? ''),
  )
}

const fieldOf = (
  document: Document,
  {
    name,
    schema,
    required = false,
    description,
  }: { name: string; schema: Schema; required?: boolean; description?: string },
  owner: string,
): Field => {
  const value = plain(document, schema)
  const items = value.items && plain(document, value.items)
  return {
    ...namesOf(name),
    about: aboutOf(description ?? schema.description ?? value.description ?? ''),
    type: `NonNullable<${owner}['${name}']>`,
    isRequired: required,
    reader: items
      ? items.format === 'int64'
        ? 'readIds'
        : 'readList'
      : readers[value.format === 'int64' ? 'id' : (value.type ?? 'object')],
    choices: value.type === 'string' ? value.enum : undefined,
  }
}

const readers: Record<string, string | undefined> = {
  id: 'readId',
  integer: 'readNumber',
  number: 'readNumber',
  boolean: 'readFlag',
  object: 'readJson',
}

/** The schema that a reference names, without `null`. */
const plain = ({ components: { schemas } }: Document, schema: Schema): Schema => {
  const [value = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return value.$ref === undefined ? value : (schemas[nameOf({ $ref: value.$ref })] ?? value)
}

/** `categoryId` is `--category`, and `q` is `--search`. */
const namesOf = (name: string): { name: string; word: string; flag: string } => {
  const word = name === 'q' ? 'search' : name.replace(/(?<=.)Id$/, '')
  return { name, word, flag: `--${wordsOf(word).replaceAll(' ', '-')}` }
}

const MAX_COLUMNS = 6

/** The first fields of an item that are neither lists nor objects. */
const columnsOf = (document: Document, item: Schema): string[] =>
  Object.entries(plain(document, item).properties ?? {})
    .filter(([, schema]) => !/array|object/.test(plain(document, schema).type ?? 'object'))
    .map(([name]) => name)
    .slice(0, MAX_COLUMNS)

/** The first sentence, as the help shows it. */
const aboutOf = (description: string): string => lowerFirst(description.split(/\.(?:\s|$)/)[0] ?? '')

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text

/** The words of `createdAt` are `created at`. */
const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const titleOf = (noun: string): string => `${noun.charAt(0).toUpperCase()}${wordsOf(noun.slice(1))}`
