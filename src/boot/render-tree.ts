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

/** Plugins that are switched off may depend on each other in a circle; the first of such a circle is a root. */
function rowsOf(report: readonly PluginStatus[]): Row[] {
  const byName = new Map(report.map((status) => [status.name, status]));
  const parentOf = ({ dependsOn }: PluginStatus) => dependsOn.find((name) => byName.has(name));
  const isRoot = (status: PluginStatus) => {
    const seen = [status.name];
    for (let at = parentOf(status); at !== undefined; ) {
      if (seen.includes(at)) return at === status.name && firstOf(seen, report) === at;
      seen.push(at);
      const parent = byName.get(at);
      at = parent === undefined ? undefined : parentOf(parent);
    }
    return seen.length === 1;
  };
  const roots = report.filter(isRoot);
  const rows: Row[] = [];
  const walk = (list: readonly PluginStatus[], indent: string): void => {
    for (const [index, status] of list.entries()) {
      const last = index === list.length - 1;
      rows.push({ branch: `${indent}${last ? '└─ ' : '├─ '}`, status });
      const children = report.filter((other) => parentOf(other) === status.name && !roots.includes(other));
      walk(children, `${indent}${last ? '   ' : '│  '}`);
    }
  };
  walk(roots, '');
  return rows;
}

function firstOf(names: readonly string[], report: readonly PluginStatus[]): string | undefined {
  return report.find(({ name }) => names.includes(name))?.name;
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
