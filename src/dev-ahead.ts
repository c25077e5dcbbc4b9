import { z } from 'zod';
import { loadAhead } from './shipped-app.js';

/**
 * What `oracle dev` puts before a program (`node --import`) so that it is ready when its turn comes: loads the runtime,
 * and lets the program begin once the parent says so, with the variables that it sends. Nothing of the project is read before.
 */
const turnSchema = z.object({ turn: z.record(z.string(), z.string()) });

const leave = () => process.exit(0);
process.once('disconnect', leave);
const turn = new Promise<void>((resolve) => {
  process.on('message', function hear(message) {
    const { data } = turnSchema.safeParse(message);
    if (data === undefined) return;
    Object.assign(process.env, data.turn);
    process.off('message', hear);
    resolve();
  });
});
// What cannot be loaded is told by the program itself, in its own words.
await loadAhead().catch(() => undefined);
await turn;
process.off('disconnect', leave);
