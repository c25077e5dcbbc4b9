import { renderTree } from '../../boot/render-tree.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';

/** `oracle plugins [--json]`: what boots here, as a tree for people or the report for programs. */
export async function plugins(options: { json?: boolean }, host: CliHost, io: CliIo): Promise<number> {
  const report = await host.bootReport();
  io.stdout(options.json === true ? `${JSON.stringify(report, null, 2)}\n` : renderTree(report));
  return 0;
}
