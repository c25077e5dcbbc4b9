import { type Caller, defineService } from 'oracle-runtime/plugin';

/** One call of a tool at a set time, without a model: what is to be done then is known now. */
export interface PlannedCall {
  /** Names it among the plans of its person: planned again it takes the place of the one before. */
  readonly key: string;
  readonly title: string;
  /** What is done, in words: the message under which its conversation shows it. */
  readonly instruction: string;
  /** Milliseconds since the epoch; what has passed is done at once. */
  readonly at: number;
  readonly tool: string;
  /** The capability that has the tool. */
  readonly capability: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Has things done at set times, in a conversation of their own in the name of whoever asked. */
export interface TaskPlans {
  /**
   * Plans calls, all or none. Each is a task like any other: it is listed, paused and cancelled by its person, done once
   * by whichever process is there, and told where the caller asked.
   * @throws OracleError `forbidden` unless the caller holds `tasks` and `chat`, `conflict` when they have too many tasks
   */
  plan(caller: Caller, calls: readonly PlannedCall[]): Promise<void>;
}

/** Tasks, for plugins with things to do later. */
export const Tasks = defineService<TaskPlans>()('tasks', 'plans');
