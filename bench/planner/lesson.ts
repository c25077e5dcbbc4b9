import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundledPlugins, partsOfEveryOracle } from '../../plugins/index.js';
import type { KnownCapability } from '../../src/planner/choosing/rank-capabilities.js';
import { LANGUAGES } from '../../src/planner/language/language.js';
import type { UtteranceFile } from '../../src/planner/understanding/training/draw-examples.js';
import type { LabelledTalk, Lesson } from '../../src/planner/understanding/training/lesson.js';
import { readUtterances, type ToolSchema } from '../../src/plugin/index.js';
import { bootedCapabilities } from '../../test/support/booted-capabilities.js';
import type { Entry } from './corpus.js';

const PLUGINS = 'plugins';
/** Optional plugins are learnt where they are on. */
const TAUGHT = [...partsOfEveryOracle, ...bundledPlugins];
/** A sentence that somebody wrote is worth so many that were made up. */
const WEIGHT = 3;
/** Labels of questions for what is missing: the sentence itself looks like any that is complete. */
const INCOMPLETE = /missing|fehlt|manque|falta|no mean|haikutolewa|add up|swapped|impossible/iu;

/** What there is to learn, with the capabilities that it is about. */
export interface BundledLesson extends Lesson {
  readonly tools: readonly ToolSchema[];
  readonly capabilities: readonly KnownCapability[];
}

/** What the bundled plugins teach: their operations, the examples of their manifests, their utterances. */
export async function bundledLesson(root: string): Promise<BundledLesson> {
  const capabilities = await bootedCapabilities(TAUGHT);
  const tools = [
    ...new Map(capabilities.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool])).values(),
  ];
  return {
    tools,
    capabilities,
    operations: tools,
    manifests: capabilities.flatMap(({ manifest }) => manifest.examples ?? []),
    files: utteranceFiles(join(root, PLUGINS)),
    talks: [],
  };
}

/** @throws Error with every fault of every file */
function utteranceFiles(plugins: string): UtteranceFile[] {
  const faults: string[] = [];
  const authors = TAUGHT.map(({ name }) => name).sort();
  const files = authors.flatMap((author) => {
    const folder = join(plugins, author, 'utterances');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .flatMap((file): UtteranceFile[] => {
        const language = LANGUAGES.find((one) => `${one}.jsonl` === file);
        if (language === undefined) return [];
        const read = readUtterances(readFileSync(join(folder, file), 'utf8'));
        faults.push(
          ...read.faults.map(
            ({ line, fault }) => `${basename(plugins)}/${author}/utterances/${file}:${line}: ${fault}`,
          ),
        );
        return [{ author, language, utterances: read.utterances }];
      });
  });
  if (faults.length > 0) throw new Error(`Utterances that cannot be read:\n${faults.join('\n')}`);
  return files;
}

/** Entries of the corpora as something to learn from. */
export function talksOf(entries: readonly Entry[]): LabelledTalk[] {
  return entries.flatMap(({ author, language, say, want }): LabelledTalk[] => {
    const common = { author, language, say, weight: WEIGHT };
    // What several operations answer, with values that the label does not give, teaches none of them.
    if (want.kind === 'do' && want.operations.length > 1 && Object.keys(want.args).length === 0) return [];
    if (want.kind === 'do')
      return [{ ...common, wants: { kind: 'do', operation: want.operations[0] ?? '', args: want.args } }];
    if (want.kind === 'say') return [{ ...common, wants: { kind: 'not' } }];
    return INCOMPLETE.test(want.why) ? [] : [{ ...common, wants: { kind: 'ask' } }];
  });
}
