import type { CompiledQuery, Kysely } from 'kysely';
import type { VfsTables } from './tables.js';

/** Stands for a value in a query that is built once. */
class Placeholder {
  constructor(readonly name: string) {}
}

type Parameters<Values> = <K extends keyof Values & string>(name: K) => Values[K];

/**
 * A query that is built and compiled once, at its first run, and then run with new values each time: building costs
 * several times what a keyed read does. `build` puts `param('name')` where a value goes.
 */
export function prepare<Values extends object, Row>(
  build: (db: Kysely<VfsTables>, param: Parameters<Values>) => { compile(): CompiledQuery<Row> },
): (db: Kysely<VfsTables>, values: Values) => Promise<Row[]> {
  let template: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    template ??= build(db, (name) => new Placeholder(name) as never).compile();
    const parameters = template.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...template, parameters })).rows;
  };
}
