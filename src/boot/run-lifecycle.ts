import type { Contribution, HealthReport } from '../plugin/index.js';
import { reasonOf } from './fault.js';
import type { Transition } from './report.js';
import type { PluginHealth } from './types.js';
import { withTimeout } from './with-timeout.js';

interface Member {
  readonly name: string;
  readonly contribution: Contribution;
}

export interface LifecycleLimits {
  readonly disposeMs: number;
  readonly healthMs: number;
}

/** The life of the loaded plugins after the boot: readiness, background tasks, health, the end. */
export function createLifecycle(
  members: readonly Member[],
  transitions: Map<string, Transition>,
  log: (line: string) => void,
  limits: LifecycleLimits,
) {
  const ending = new AbortController();
  const background: Promise<void>[] = [];
  let started = false;

  async function becomeReady({ name, contribution }: Member, signal: AbortSignal): Promise<void> {
    let next: Transition;
    try {
      await contribution.ready?.(signal);
      next = { state: 'loaded' };
    } catch (error) {
      next = { state: 'failed', reason: reasonOf(error) };
    }
    if (signal.aborted) return;
    transitions.set(name, next);
    log(`[plugin] ${name} pending -> ${next.state}${next.reason === undefined ? '' : ` (${next.reason})`}`);
  }

  async function runTask(
    owner: string,
    task: string,
    run: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!signal.aborted) log(`[plugin] ${owner}: background task '${task}' failed (${reasonOf(error)})`);
    }
  }

  function startBackground(outer: AbortSignal): void {
    if (started || ending.signal.aborted) return;
    started = true;
    // Each its own: many that listen to one look like a leak to Node.
    const ownSignal = () => AbortSignal.any([outer, ending.signal]);
    for (const member of members) {
      if (member.contribution.ready !== undefined) background.push(becomeReady(member, ownSignal()));
      for (const task of member.contribution.background ?? []) {
        const signal = ownSignal();
        background.push(runTask(member.name, task.name, () => task.run(signal), signal));
      }
    }
  }

  async function endAll(): Promise<void> {
    ending.abort();
    await withTimeout(Promise.all(background), limits.disposeMs, 'background work').catch((error: unknown) =>
      log(`[plugin] ${reasonOf(error)} to end; going on without it`),
    );
    for (const { name, contribution } of [...members].reverse()) {
      if (contribution.dispose === undefined) continue;
      const { dispose } = contribution;
      await withTimeout((async () => dispose.call(contribution))(), limits.disposeMs, 'dispose').catch(
        (error: unknown) => log(`[plugin] ${name}: dispose failed (${reasonOf(error)})`),
      );
    }
  }
  let ended: Promise<void> | undefined;
  function dispose(): Promise<void> {
    ended ??= endAll();
    return ended;
  }

  async function healthOf(
    name: string,
    ask: () => HealthReport | Promise<HealthReport>,
  ): Promise<PluginHealth> {
    try {
      return { name, ...(await withTimeout((async () => ask())(), limits.healthMs, 'the health check')) };
    } catch (error) {
      return { name, status: 'down', detail: reasonOf(error) };
    }
  }

  function health(): Promise<readonly PluginHealth[]> {
    return Promise.all(
      members.flatMap(({ name, contribution }) =>
        contribution.health === undefined
          ? []
          : [healthOf(name, () => contribution.health?.() ?? { status: 'ok' })],
      ),
    );
  }

  return { startBackground, dispose, health };
}
