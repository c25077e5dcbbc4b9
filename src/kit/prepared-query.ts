import type { CompiledQuery, QueryResult } from 'kysely';

/** Stands for a value in a query that is built once. */
class Placeholder {
  constructor(readonly name: string) {}
}

type Param<Values> = <K extends keyof Values & string>(name: K) => Values[K];

interface Database {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/**
 * A query that is built and compiled once, at its first run, and then run with new values each time: building costs
 * several times what SQLite takes to run a keyed statement. `build` uses `param('name')` where a value goes.
 */
export function prepareQuery<Values extends object, Row, Db extends Database = Database>(
  build: (param: Param<Values>, db: Db) => { compile(): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const param: Param<Values> = (name) => new Placeholder(name) as never;
  let template: CompiledQuery<Row> | undefined;
  return (db, values) => {
    template ??= build(param, db).compile();
    const parameters = template.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return db.executeQuery<Row>({ ...template, parameters });
  };
}
