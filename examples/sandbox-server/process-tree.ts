import { readdir, readFile } from 'node:fs/promises';

export interface TreeUse {
  /** Their numbers. */
  readonly processes: readonly number[];
  /** Bytes in memory of all of them; pages that two share count twice. */
  readonly memory: number;
}

const PAGE = 4096;

/** What a process and all that it started use. Who has ended meanwhile counts nothing. */
export async function useOf(root: number): Promise<TreeUse> {
  const processes: number[] = [];
  let memory = 0;
  let level = [root];
  while (level.length > 0) {
    processes.push(...level);
    const uses = await Promise.all(level.map(look));
    memory += uses.reduce((sum, use) => sum + use.memory, 0);
    level = uses.flatMap(({ children }) => children);
  }
  return { processes, memory };
}

async function look(pid: number): Promise<{ readonly memory: number; readonly children: number[] }> {
  try {
    const [statm, threads] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'utf8'),
      readdir(`/proc/${pid}/task`),
    ]);
    const lists = await Promise.all(
      threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
    );
    const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
    return { memory: Number(statm.split(' ')[1]) * PAGE, children };
  } catch {
    return { memory: 0, children: [] };
  }
}
