import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts the module `<name>.ts` that stands beside the caller as a process of its own, which knows nothing of this
 * one's environment and whose end takes nothing along: what runs out of memory in a thread ends the whole process. In
 * what is built it is `<name>.js` at the top of the bundle, an entry of its own; from source tsx reads it, as the rest.
 * Messages are structured clones. The process of the caller does not wait for it at its end.
 *
 * @param from `import.meta.url` of the caller
 */
export function forkModule(from: string, name: string, memoryMb: number): ChildProcess {
  const source = from.endsWith('.ts');
  const place = source ? `./${name}.ts` : `${from.includes('/chunks/') ? '..' : '.'}/${name}.js`;
  const child = fork(fileURLToPath(new URL(place, from)), [], {
    execArgv: [...(source ? ['--import', 'tsx'] : []), `--max-old-space-size=${memoryMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
