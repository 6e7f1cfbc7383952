import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands for a value while a query is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Compilable<Row> = { compile(): CompiledQuery<Row> }
type Prepared = { query: CompiledQuery; names: string[] }

/**
 * A query that is compiled once for each engine and then only given its values: for those that almost every request
 * runs, where building the text costs more than running it.
 */
export const prepared = <Values extends Record<string, unknown>, Row>(
  build: (query: Kysely<Tables>, values: Values) => Compilable<Row>,
) => {
  const find = onceForEachEngine((query) => {
    const values = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })
    return compile(build(query, values as Values))
  })
  return async (query: Kysely<Tables>, values: Values): Promise<Row[]> => {
    const found = find(query)
    const parameters = found.names.map((name) => values[name])
    const { rows } = await query.executeQuery({ ...found.query, parameters })
    return rows as Row[]
  }
}

/** Rows of one statement, the most first: some thousand values, which both engines take. */
const statementRows = [250, 25, 1]

/** An insert of any number of rows, many with each statement; the statements are compiled once for each engine. */
export const preparedRows = <Row extends Record<string, unknown>, Returned>(
  columns: readonly (keyof Row & string)[],
  build: (query: Kysely<Tables>, rows: Row[]) => Compilable<Returned>,
) => {
  const statements = statementRows.map((size) => ({
    size,
    find: onceForEachEngine((query) => {
      const rows = Array.from({ length: size }, () =>
        Object.fromEntries(columns.map((column) => [column, new Placeholder(column)])),
      )
      return compile(build(query, rows as Row[]))
    }),
  }))
  return async (query: Kysely<Tables>, rows: readonly Row[]): Promise<Returned[]> => {
    const returned: Returned[] = []
    let at = 0
    for (const { size, find } of statements) {
      for (; rows.length - at >= size; at += size) {
        const { names, query: text } = find(query)
        const parameters = valuesOf(rows.slice(at, at + size), names, columns.length)
        const answer = await query.executeQuery({ ...text, parameters })
        for (const row of answer.rows) returned.push(row as Returned)
      }
    }
    return returned
  }
}

/** The placeholders of such a statement stand row by row. */
const valuesOf = (rows: Record<string, unknown>[], names: string[], width: number): unknown[] => {
  const values: unknown[] = []
  for (const row of rows) {
    for (let place = 0; place < width; place += 1) values.push(row[names[place] as string])
  }
  return values
}

const onceForEachEngine = (make: (query: Kysely<Tables>) => Prepared) => {
  const byEngine = new WeakMap<object, Prepared>()
  return (query: Kysely<Tables>): Prepared => {
    const engine = query.getExecutor().adapter
    const found = byEngine.get(engine) ?? make(query)
    byEngine.set(engine, found)
    return found
  }
}

const compile = (built: Compilable<unknown>): Prepared => {
  const query = built.compile()
  const names = query.parameters.map((value) => {
    if (value instanceof Placeholder) return value.name
    throw new Error(`a prepared query has the fixed value ${value}: pass it in`)
  })
  return { query: query as CompiledQuery, names }
}
