import { META_TOOLS } from '../../src/planner/testing/meta-tools.js';
import type { TalkOptions } from '../../src/planner/testing/talk.js';
import { loadModel } from '../../src/planner/understanding/load-model.js';
import type { Model } from '../../src/planner/understanding/model.js';
import type { Plugin } from '../../src/plugin/index.js';
import { bootedCapabilities } from './booted-capabilities.js';

/** What a talk with the planner needs where these plugins are on: all that they do, by words and schemas alone. */
export async function untaughtPlanner(plugins: readonly Plugin[]): Promise<TalkOptions> {
  const capabilities = await bootedCapabilities(plugins);
  return { capabilities, bound: [...META_TOOLS, ...capabilities.flatMap(({ tools }) => tools)] };
}

/** The same with the model that ships. @throws Error when it is missing */
export async function shippedPlanner(
  plugins: readonly Plugin[],
): Promise<TalkOptions & { readonly model: Model }> {
  const model = await loadModel();
  if (model === undefined) throw new Error('The shipped model is missing.');
  return { ...(await untaughtPlanner(plugins)), model };
}
