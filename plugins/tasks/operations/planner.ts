import { type Caller, type Clock, OracleError, type Principal } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { PreferenceService } from '../../user-preferences/service.js';
import type { TasksConfig } from '../config.js';
import type { Definition, Place } from '../definition.js';
import type { RunsUnderWay } from '../previews/runs-under-way.js';
import { readWhen } from '../schedule/read-when.js';
import type { MissedRule, Schedule } from '../schedule/schedule.js';
import { type Timetable, zoneNamed } from '../schedule/timetable.js';

/** What somebody asks for. */
export interface Wish {
  readonly instruction: string;
  readonly when: string;
  readonly reminder?: boolean | undefined;
  readonly title?: string | undefined;
  readonly context?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly missed?: MissedRule | undefined;
  readonly result?: 'here' | 'conversation' | undefined;
}

export interface PlannerDeps {
  readonly timetable: Timetable;
  readonly clock: Clock;
  readonly underWay: RunsUnderWay;
  readonly preferences: PreferenceService | undefined;
  readonly config: TasksConfig;
}

/** Instants that are looked at for the shortest gap. */
const LOOKED_AT = 100;
/** Of how many instants a preview tells. */
const SHOWN = 5;

/** What chats send with every message: where it was said. */
const chat = z.object({
  slack: z
    .object({ channel: z.string().min(1), threadTs: z.string().optional() })
    .optional()
    .catch(undefined),
  matrix: z
    .object({ room: z.string().min(1), thread: z.string().optional() })
    .optional()
    .catch(undefined),
});

/** Makes definite tasks of what people ask for. */
export class Planner {
  readonly #deps: PlannerDeps;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
  }

  /** How somebody writes, for what is told to them. */
  async languageOf(principal: Principal): Promise<string | undefined> {
    return (await this.#deps.preferences?.of(principal))?.language;
  }

  /** @throws OracleError `invalid_request` for a zone or a time that is none, or that is past or too frequent */
  async define(wish: Wish, caller: Caller): Promise<Definition> {
    const zone = await this.#zone(wish.timeZone, caller.principal);
    const schedule = this.schedule(wish.when, zone);
    return {
      title: wish.title ?? titleOf(wish.instruction),
      instruction: wish.instruction,
      ...(wish.reminder === true ? { reminder: true as const } : {}),
      ...(wish.context === undefined ? {} : { context: wish.context }),
      schedule,
      missed: wish.missed ?? 'run_once',
      place: wish.result === 'conversation' ? { to: 'session' } : this.place(caller),
    };
  }

  schedule(when: string, zone: string): Schedule {
    const { timetable, clock, config } = this.#deps;
    const now = clock.now();
    const schedule = readWhen(when, zone, now, timetable);
    const instants = timetable.next(schedule, now, LOOKED_AT);
    if (instants.length === 0) throw past();
    const gaps = instants.slice(1).map((instant, at) => instant - (instants[at] ?? instant));
    if (Math.min(...gaps) < config.shortestMinutes * 60_000) throw tooOften(config.shortestMinutes);
    return schedule;
  }

  /** The next instants of a schedule. */
  upcoming(schedule: Schedule): readonly number[] {
    return this.#deps.timetable.next(schedule, this.#deps.clock.now(), SHOWN);
  }

  async #zone(said: string | undefined, principal: Principal): Promise<string> {
    const zone = said ?? (await this.#deps.preferences?.of(principal))?.timeZone ?? 'UTC';
    const named = zoneNamed(zone);
    if (named !== undefined) return named;
    throw new OracleError('invalid_request', {
      detail: `${JSON.stringify(zone.slice(0, 60))} is no time zone.`,
      hint: 'Name it as the IANA does, such as Africa/Nairobi.',
      errors: [{ field: 'timeZone', message: 'no IANA time zone' }],
    });
  }

  /** Where it was asked, for accounts of that very chat: anybody can write what a client sends beside a message. */
  place({ principal, run }: Caller): Place {
    const account = principal.kind === 'external' ? (principal.credential?.id ?? principal.id) : '';
    const said = chat.safeParse(
      run === undefined ? {} : (this.#deps.underWay.of(run.runId)?.metadata ?? {}),
    ).data;
    if (said?.slack !== undefined && account.startsWith('slack:')) return { to: 'slack', ...said.slack };
    if (said?.matrix !== undefined && account.startsWith('matrix:')) return { to: 'matrix', ...said.matrix };
    return { to: 'session' };
  }
}

/** The first line of what is asked, cut at a word. */
function titleOf(instruction: string): string {
  const line = instruction.trim().split('\n')[0] ?? '';
  return line.length <= 60 ? line : `${line.slice(0, 60).replace(/\s+\S*$/, '')}…`;
}

function past(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'That time is past.',
    errors: [{ field: 'when', message: 'has no instant to come' }],
  });
}

function tooOften(minutes: number): OracleError {
  return new OracleError('invalid_request', {
    detail: `A task may run every ${minutes} minutes at most.`,
    hint: 'The operator sets plugins.tasks.shortestMinutes in oracle.config.json.',
    errors: [{ field: 'when', message: `leaves less than ${minutes} minutes between two runs` }],
  });
}
