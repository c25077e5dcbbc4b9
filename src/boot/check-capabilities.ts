import type { Manifest, Plugin } from '../plugin/index.js';
import { declaredCapabilities } from './capabilities.js';
import { CAPABILITY_KEYS, EXAMPLE_KEYS, MANIFEST_KEYS, strayKeys } from './known-keys.js';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SUMMARY_LIMIT = 200;

/** What is wrong with how a plugin describes itself to the agent. */
export function* capabilityFaults(plugin: Plugin): Generator<string> {
  const { manifest, capabilities } = plugin;
  if (manifest !== undefined && capabilities !== undefined)
    yield 'has a manifest and capabilities. Give one of them: the manifest is short for a single capability';
  const declared = declaredCapabilities(plugin);
  if (declared.length === 0) {
    yield 'has no manifest';
    return;
  }
  for (const each of declared) {
    const where = capabilities === undefined ? 'manifest' : `capabilities '${String(each.name)}': manifest`;
    if (capabilities !== undefined && !NAME.test(each.name))
      yield `has a capability '${String(each.name)}'; name it in kebab-case`;
    if (
      capabilities !== undefined &&
      (each.operations ?? []).length === 0 &&
      each.manifest?.loading !== 'silent'
    )
      yield `has a capability '${each.name}' without operations. List what it brings`;
    yield* strayKeys(`has a capability '${String(each.name)}' with`, each, CAPABILITY_KEYS);
    yield* manifestFaults(each.manifest, where);
  }
}

function* manifestFaults(manifest: Manifest, where: string): Generator<string> {
  if (typeof manifest !== 'object' || manifest === null) {
    yield `has no ${where}`;
    return;
  }
  const strays = [...strayKeys(`has a ${where} with`, manifest, MANIFEST_KEYS)];
  yield* strays;
  for (const example of manifest.examples ?? [])
    yield* strayKeys(`has a ${where} with an example that has`, example, EXAMPLE_KEYS);
  const { title, summary, whenToUse: situations = [] } = manifest;
  if (isBlank(title)) yield `has no ${where}.title`;
  if (isBlank(summary)) yield `has no ${where}.summary`;
  else if (summary.length > SUMMARY_LIMIT)
    yield `has a ${where}.summary of ${summary.length} characters; at most ${SUMMARY_LIMIT} fit the list that the model reads`;
  else if (summary.includes('\n')) yield `has a ${where}.summary of more than one line`;
  const loading: string = manifest.loading ?? 'on-demand';
  if (!['always', 'on-demand', 'silent'].includes(loading))
    yield `has ${where}.loading '${loading}'; it must be always, on-demand or silent`;
  if (
    loading !== 'silent' &&
    situations.length === 0 &&
    !strays.some((words) => words.includes("'whenToUse'"))
  )
    yield `has an empty ${where}.whenToUse; the model needs at least one situation`;
  if (situations.some(isBlank)) yield `has a blank entry in ${where}.whenToUse`;
}

function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}
