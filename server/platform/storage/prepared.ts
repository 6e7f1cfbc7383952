import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { MaybePromise } from '../maybe-promise.ts'
import { DirectAdapter, type RunDirect } from './direct-adapter.ts'
import type { Statement } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'

/** A placeholder for a value while a query is compiled. */
class Placeholder {
  readonly name: string
  /** The index in a list of values. */
  readonly at: number | undefined
  constructor(name: string, at?: number) {
    this.name = name
    this.at = at
  }
  /** Throws, because the placeholder would otherwise become part of the text or of a computation. */
  [Symbol.toPrimitive](): never {
    throw new Error(`a prepared query must use the value of ${this.name} unchanged: compute it before you pass it in`)
  }
}

type Compilable<Row> = { compile(): CompiledQuery<Row> }
/** `parameters` has a placeholder for each value that is passed in, besides the query's own values. */
type Prepared = {
  query: Statement
  parameters: readonly unknown[]
  /** Set for a connection that runs on this thread. */
  run?: RunDirect | undefined
}
type Values = Readonly<Record<string, unknown>>

type Options = {
  /** False for a statement of a transaction whose result nobody needs. If it fails, so do the statements after it. */
  isAwaited?: boolean
}

/** Wraps raw SQL for `prepared`; its rows must have the type `Row`. */
export const compilable = <Row>(query: Kysely<Tables>, text: RawBuilder<unknown>) => ({
  compile: () => (text as RawBuilder<Row>).compile(query),
})

/** Beyond this, the oldest shape is evicted, because clients choose the shapes. */
const MAX_SHAPES = 64

/**
 * A query that is compiled once for each engine and each shape of its values, because building its text costs more than
 * running it. The shape is which values are present (`undefined` is absent), how long lists are, and which booleans are
 * true. `build` may depend on these, but on nothing else of a value.
 *
 *     const list = prepared((query, { status, limit }: { status?: PetStatus; limit: number }) => {
 *       const select = selectKennels(query).limit(limit)
 *       return status === undefined ? select : select.where('status', '=', status)
 *     })
 *
 * A list can be used with `in`: its last value is repeated up to a length that other lists share.
 * On a connection that runs on this thread, the rows are returned synchronously.
 */
export const prepared = <Given extends object, Row>(
  build: (query: Kysely<Tables>, values: Given) => Compilable<Row>,
  options: Options = {},
) => {
  const shapes = new WeakMap<object, Map<string, Prepared>>()
  const make = (query: Kysely<Tables>, values: Values, shape: string): Prepared => {
    const { adapter } = query.getExecutor()
    const known = shapes.get(adapter) ?? new Map<string, Prepared>()
    shapes.set(adapter, known)
    const made = compile(build(query, placeholdersFor(values) as Given), options)
    const run = adapter instanceof DirectAdapter ? adapter.prepare(made.query.sql) : undefined
    return remember(known, shape, { ...made, run })
  }
  return (query: Kysely<Tables>, given: Given): MaybePromise<Row[]> => {
    const values = given as Values
    const { adapter } = query.getExecutor()
    const shape = shapeOf(values)
    const found = shapes.get(adapter)?.get(shape) ?? make(query, values, shape)
    const parameters = parametersOf(found, values)
    // The rows have the types of the compiled query.
    if (found.run) return found.run(parameters) as Row[]
    return query.executeQuery({ ...found.query, parameters }).then(({ rows }) => rows as Row[])
  }
}

type Insertable = Compilable<unknown> & { returning(column: 'id'): Compilable<{ id: bigint }> }

/**
 * An insert of one row with a value for each column, which is given its id. SQLite reports the id without `returning`,
 * which would take half as long again.
 */
export const preparedInsert = <Row extends Record<string, unknown>>(
  columns: readonly (keyof Row & string)[],
  build: (query: Kysely<Tables>, row: Row) => Insertable,
) => {
  const find = onceForEachEngine((query) => {
    const row = Object.fromEntries(columns.map((column) => [column, new Placeholder(column)]))
    const insert = build(query, row as Row)
    return compile(isDirect(query) ? insert : insert.returning('id'))
  })
  return (query: Kysely<Tables>, row: Row): MaybePromise<bigint> => {
    const found = find(query)
    const parameters = parametersOf(found, row)
    const { adapter } = query.getExecutor()
    if (adapter instanceof DirectAdapter) return adapter.insert(found.query.sql, parameters)
    return query.executeQuery({ ...found.query, parameters }).then(({ rows: [made] }) => {
      if (!made) throw new Error('the insert returned no row')
      return (made as { id: bigint }).id
    })
  }
}

const isDirect = (query: Kysely<Tables>): boolean => query.getExecutor().adapter instanceof DirectAdapter

const remember = (known: Map<string, Prepared>, shape: string, made: Prepared): Prepared => {
  const [oldest] = known.size >= MAX_SHAPES ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  known.set(shape, made)
  return made
}

const shapeOf = (values: Values): string => {
  let shape = ''
  for (const name in values) {
    const value = values[name]
    if (value === undefined) continue
    shape += name
    if (Array.isArray(value)) shape += lengthFor(value)
    else if (typeof value === 'boolean') shape += value ? '+' : '-'
    shape += ' '
  }
  return shape
}

const lengthFor = ({ length }: readonly unknown[]): number => (length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length)))

const placeholdersFor = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, placeholderFor(name, value)]))

const placeholderFor = (name: string, value: unknown): unknown => {
  if (value === undefined || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return new Placeholder(name)
  return Array.from({ length: lengthFor(value) }, (_, at) => new Placeholder(name, at))
}

const parametersOf = ({ parameters }: Prepared, values: Values): unknown[] => {
  const filled: unknown[] = []
  for (const parameter of parameters) {
    const isGiven = parameter instanceof Placeholder
    const value = isGiven ? values[parameter.name] : parameter
    // `in` takes a value twice.
    filled.push(isGiven && parameter.at !== undefined ? itemAt(parameter.at, value) : value)
  }
  return filled
}

const itemAt = (at: number, items: unknown): unknown => (Array.isArray(items) ? (items[at] ?? items.at(-1)) : undefined)

/** Rows of one statement, the most first: some thousand values, which both engines take. */
const statementRows = [250, 64, 16, 4, 1]

/** An insert of any number of rows, many with each statement; the statements are compiled once for each engine. */
export const preparedRows = <Row extends Record<string, unknown>, Returned>(
  columns: readonly (keyof Row & string)[],
  build: (query: Kysely<Tables>, rows: Row[]) => Compilable<Returned>,
  options: Options = {},
) => {
  const statements = statementRows.map((size) => ({
    size,
    find: onceForEachEngine((query) => {
      const rows = Array.from({ length: size }, (_, at) =>
        Object.fromEntries(columns.map((column) => [column, new Placeholder(column, at)])),
      )
      return compile(build(query, rows as Row[]), options)
    }),
  }))
  return async (query: Kysely<Tables>, rows: readonly Row[]): Promise<Returned[]> => {
    const returned: Returned[] = []
    let at = 0
    for (const { size, find } of statements) {
      for (; rows.length - at >= size; at += size) {
        const { parameters, query: text } = find(query)
        const some = rows.slice(at, at + size)
        const filled = parameters.map((parameter) =>
          parameter instanceof Placeholder ? some[parameter.at ?? 0]?.[parameter.name] : parameter,
        )
        const { adapter } = query.getExecutor()
        const found =
          adapter instanceof DirectAdapter
            ? adapter.prepare(text.sql)(filled)
            : (await query.executeQuery({ ...text, parameters: filled })).rows
        for (const row of found) returned.push(row as Returned)
      }
    }
    return returned
  }
}

const onceForEachEngine = <Made>(make: (query: Kysely<Tables>) => Made) => {
  const byEngine = new WeakMap<object, Made>()
  return (query: Kysely<Tables>): Made => {
    const engine = query.getExecutor().adapter
    const found = byEngine.get(engine) ?? make(query)
    byEngine.set(engine, found)
    return found
  }
}

const compile = (built: Compilable<unknown>, options: Options = {}): Prepared => {
  const query = built.compile()
  return { query: { ...query, ...options }, parameters: query.parameters }
}
