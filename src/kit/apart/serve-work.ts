import { messageOf } from '../error-words.js';

/** From the process that asks to the one that works. */
export interface WorkRequest {
  readonly id: number;
  readonly work: unknown;
}

/** `ready` comes once, when the modules are there. */
export type WorkReply =
  | { readonly id: 'ready' }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string };

/** The side of a `WorkProcess` that works: what it throws becomes a fault of the work, in its words. */
export function serveWork<Work, Result>(run: (work: Work) => Promise<Result>): void {
  const reply = (message: WorkReply) => process.send?.(message);
  process.on('message', ({ id, work }: WorkRequest) => {
    run(work as Work).then(
      (result) => reply({ id, result }),
      (error: unknown) => reply({ id, fault: messageOf(error) }),
    );
  });
  // Its oracle is gone.
  process.on('disconnect', () => process.exit());
  reply({ id: 'ready' });
}
