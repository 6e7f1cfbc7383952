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
  const byEngine = new WeakMap<object, Prepared>()
  const prepare = (query: Kysely<Tables>): Prepared => {
    const values = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })
    const compiled = build(query, values as Values).compile()
    const names = compiled.parameters.map((value) => {
      if (value instanceof Placeholder) return value.name
      throw new Error(`a prepared query has the fixed value ${value}: pass it in`)
    })
    return { query: compiled as CompiledQuery, names }
  }
  return async (query: Kysely<Tables>, values: Values): Promise<Row[]> => {
    const engine = query.getExecutor().adapter
    const found = byEngine.get(engine) ?? prepare(query)
    byEngine.set(engine, found)
    const parameters = found.names.map((name) => values[name])
    const { rows } = await query.executeQuery({ ...found.query, parameters })
    return rows as Row[]
  }
}
