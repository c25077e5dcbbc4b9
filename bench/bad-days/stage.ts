import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OracleProject } from '../../test/support/oracle-process.js';

/** A project whose model is a process of its own. */
export interface Stage {
  readonly project: OracleProject;
  close(): Promise<void>;
}

/** @param env of the oracles, besides where the model is */
export async function setStage(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const model: ChildProcess = fork(fileURLToPath(new URL('./token-model.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const [hello] = await once(model, 'message');
  const { url } = z.object({ url: z.string() }).parse(hello);
  const project = new OracleProject({
    env: {
      LLM_BASE_URL: url,
      LLM_API_KEY: 'bench',
      LLM_MODEL: 'paced',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RUNS_PER_PRINCIPAL: '100000',
      SHUTDOWN_GRACE_MS: '1000',
      ...env,
    },
  });
  return {
    project,
    async close() {
      await project.remove();
      model.disconnect();
    },
  };
}

/** One figure, as a row of the table that is printed. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** Whether it is what was promised. */
  readonly holds?: boolean;
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
