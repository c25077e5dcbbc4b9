import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from './tables.js';

/** Stands for a value in a query that is built once. */
class Placeholder {
  constructor(readonly name: string) {}
}

type Param<Values> = <K extends keyof Values & string>(name: K) => Values[K];

/**
 * Builds and compiles a query once and runs it with new values each time: building costs several times what SQLite
 * takes to run a keyed statement. `build` uses `param('name')` where a value goes.
 */
export function prepareQuery<Values extends object, Row>(
  build: (param: Param<Values>) => { compile(): CompiledQuery<Row> },
): (db: Kysely<Tables>, values: Values) => Promise<QueryResult<Row>> {
  const param: Param<Values> = (name) => new Placeholder(name) as never;
  const template = build(param).compile();
  return (db, values) =>
    db.executeQuery<Row>({
      ...template,
      parameters: template.parameters.map((value) =>
        value instanceof Placeholder ? values[value.name as keyof Values] : value,
      ),
    });
}
