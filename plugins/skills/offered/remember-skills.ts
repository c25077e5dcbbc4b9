import { messageOf } from 'oracle-runtime/kit';
import type { Logger, Middleware } from 'oracle-runtime/plugin';
import type { SkillCollection } from '../collection.js';

const PATIENCE_MS = 500;

/** Reads the skills of whoever a run is for before it begins, so that its lists have them. What takes long is not waited for. */
export function rememberSkills(skills: SkillCollection, logger: Logger): Middleware {
  return {
    name: 'remember-skills',
    async wrapRun(run, next) {
      const stop = new AbortController();
      const { signal } = stop;
      let leave = () => {};
      const late = new Promise<void>((resolve) => {
        leave = () => {
          stop.abort();
          resolve();
        };
      });
      const timer = setTimeout(leave, PATIENCE_MS);
      run.signal.addEventListener('abort', leave, { once: true });
      if (run.signal.aborted) leave();
      const reading = skills.read(run.principal, signal).catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ reason: messageOf(error) }, 'skills were not read');
      });
      await Promise.race([reading, late]);
      clearTimeout(timer);
      run.signal.removeEventListener('abort', leave);
      return next(run);
    },
  };
}
