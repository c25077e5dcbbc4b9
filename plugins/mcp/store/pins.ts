import type { Kysely } from 'kysely';
import type { Clock, PluginDatabase } from 'oracle-runtime/plugin';
import type { Face } from '../pins/face.js';

interface PinTables {
  mcp_pins: {
    server: string;
    tool: string;
    /** JSON of the `Face`. */
    face: string;
    accepted_at: number;
    accepted_by: string;
  };
}

/** Who accepted what a server showed when it was first used. */
const FIRST_USE = 'first use';

/** What was accepted of each server, for all processes of an oracle. */
export class Pins {
  readonly #db: Kysely<PinTables>;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<PinTables>();
    this.#clock = clock;
  }

  /** By the server's own names of its tools; empty for a server that was never used. */
  async of(server: string): Promise<ReadonlyMap<string, Face>> {
    const rows = await this.#db
      .selectFrom('mcp_pins')
      .select(['tool', 'face'])
      .where('server', '=', server)
      .orderBy('tool')
      .execute();
    return new Map(rows.map(({ tool, face }) => [tool, JSON.parse(face) as Face]));
  }

  /** Takes the first list of a server for what it is; another process that was faster wins. */
  async adopt(server: string, faces: readonly Face[]): Promise<void> {
    const rows = faces.map((face) => this.#row(server, face, FIRST_USE));
    for (const row of rows) {
      await this.#db
        .insertInto('mcp_pins')
        .values(row)
        .onConflict((conflict) => conflict.columns(['server', 'tool']).doNothing())
        .execute();
    }
  }

  /** @param by DID of who has seen the change */
  async accept(server: string, faces: readonly Face[], by: string): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      for (const face of faces) {
        const { face: text, accepted_at, accepted_by, ...key } = this.#row(server, face, by);
        const accepted = { face: text, accepted_at, accepted_by };
        await tx
          .insertInto('mcp_pins')
          .values({ ...key, ...accepted })
          .onConflict((conflict) => conflict.columns(['server', 'tool']).doUpdateSet(accepted))
          .execute();
      }
    });
  }

  #row(server: string, face: Face, by: string): PinTables['mcp_pins'] {
    return {
      server,
      tool: face.original,
      face: JSON.stringify(face),
      accepted_at: this.#clock.now(),
      accepted_by: by,
    };
  }
}
