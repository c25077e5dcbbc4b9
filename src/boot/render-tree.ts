import type { PluginStatus } from './types.js';

interface Row {
  readonly branch: string;
  readonly status: PluginStatus;
}

/**
 * The report as a tree for a terminal: each plugin under the first plugin it depends on, columns aligned, and a
 * line of totals. No colours, so that it reads the same in a file.
 */
export function renderTree(report: readonly PluginStatus[]): string {
  const rows = rowsOf(report);
  const cells = rows.map(({ branch, status }) => [
    `${branch}${status.name}`,
    status.state,
    status.loading,
    status.ms === undefined ? '' : `${status.ms}ms`,
    count(status.tools.length, 'tool'),
    count(status.routes.length, 'route'),
    noteOf(status),
  ]);
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${[...lines, '', totals(report)].join('\n')}\n`;
}

function rowsOf(report: readonly PluginStatus[]): Row[] {
  const names = new Set(report.map(({ name }) => name));
  const children = new Map<string | undefined, PluginStatus[]>();
  for (const status of report) {
    const parent = status.dependsOn.find((name) => names.has(name) && name !== status.name);
    children.set(parent, [...(children.get(parent) ?? []), status]);
  }
  const rows: Row[] = [];
  const walk = (parent: string | undefined, indent: string): void => {
    const list = children.get(parent) ?? [];
    for (const [index, status] of list.entries()) {
      const last = index === list.length - 1;
      rows.push({ branch: `${indent}${last ? '└─ ' : '├─ '}`, status });
      walk(status.name, `${indent}${last ? '   ' : '│  '}`);
    }
  };
  walk(undefined, '');
  return rows;
}

/** The reason, and the dependencies that the tree itself does not show. */
function noteOf({ reason, dependsOn }: PluginStatus): string {
  const further = dependsOn.length > 1 ? [`needs ${dependsOn.join(', ')}`] : [];
  return [...(reason === undefined ? [] : [`(${reason})`]), ...further].join(' ');
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function totals(report: readonly PluginStatus[]): string {
  const parts = (['loaded', 'pending', 'failed', 'excluded'] as const).flatMap((state) => {
    const number = report.filter((status) => status.state === state).length;
    return number === 0 ? [] : [`${number} ${state}`];
  });
  return parts.length === 0 ? 'no plugins' : parts.join(', ');
}
