import { readUtterances } from '../../plugin/index.js';
import type { KnownCapability } from '../choosing/rank-capabilities.js';
import { LANGUAGES } from '../language/language.js';
import { learnOwn } from './learn-own.js';
import { knows, type Model } from './model.js';
import { createReader } from './reader.js';

const learnt = new WeakMap<readonly KnownCapability[], Model>();

/**
 * The model with what the capabilities teach that it does not know: the examples of their manifests and the utterances of
 * their plugins. Learnt once for a list of capabilities.
 */
export function withOwnPlugins(model: Model, capabilities: readonly KnownCapability[]): Model {
  const known = learnt.get(capabilities);
  if (known !== undefined) return known;
  const own = capabilities.filter(({ tools }) => tools.some((tool) => !knows(model, tool.name)));
  const operations = new Map(
    own.flatMap(({ tools }) =>
      tools.filter(({ name }) => !knows(model, name)).map((tool) => [tool.name, tool]),
    ),
  );
  // The parts of a plugin share its utterances.
  const texts = new Map(
    own.flatMap(({ name, plugin = name, utterances }) =>
      utterances === undefined ? [] : [[plugin, utterances]],
    ),
  );
  const files = [...texts].flatMap(([author, byLanguage]) =>
    LANGUAGES.flatMap((language) => {
      const lines = byLanguage[language];
      return lines === undefined ? [] : [{ author, language, utterances: readUtterances(lines).utterances }];
    }),
  );
  const manifests = own
    .flatMap(({ manifest }) => manifest.examples ?? [])
    .filter(({ tool }) => operations.has(tool));
  const whole =
    operations.size === 0
      ? model
      : learnOwn(model, { operations: [...operations.values()], manifests, files }, createReader());
  learnt.set(capabilities, whole);
  return whole;
}
