import type { Plugin } from '../plugin/index.js';
import { withFolder } from '../plugin-folder.js';

/**
 * A plugin as an oracle loads it from its folder: with the sentences of `<folder>/utterances`, of which the value that a
 * test imports knows nothing. `withUtterances(kettle, import.meta.dirname)`
 *
 * @throws Error when there are none
 */
export function withUtterances(plugin: Plugin, folder: string): Plugin {
  const whole = withFolder(plugin, folder);
  if (whole === plugin) throw new Error(`There is no folder 'utterances' in ${folder}.`);
  return whole;
}
