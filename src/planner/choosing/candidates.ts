import { addTo } from '../../kit/index.js';
import type { ToolSchema } from '../../plugin/index.js';
import { verbsOf } from '../dialogue/consent/consent.js';
import { learnFrames } from '../filling/frames.js';
import { learnSlots, type Slot } from '../filling/slots.js';
import { contentStems, splitName, stemOf, words } from '../language/tokenize.js';
import {
  capabilityTerms,
  type KnownCapability,
  strongestTerms,
  toolTerms,
  withoutValues,
} from './rank-capabilities.js';

/** A tool with what its manifest teaches about using it. */
export interface Candidate {
  readonly tool: ToolSchema;
  /** The words of its name, without a prefix that all tools of the capability have: `vfs_list` is `list`. */
  readonly nameWords: readonly string[];
  /** The capability to load for it; undefined for a tool that only this run has. */
  readonly capability: KnownCapability | undefined;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly frames: ReturnType<typeof learnFrames>;
  /** Content stems of each example that leads to this tool. */
  readonly examples: readonly ReadonlySet<string>[];
  /** Stems by which people ask for it. */
  readonly verbs: ReadonlySet<string>;
  /** All words of its examples. */
  readonly exampleWords: ReadonlySet<string>;
  readonly terms: ReadonlyMap<string, number>;
  readonly capabilityTerms: ReadonlyMap<string, number>;
}

/** Names of the agent's own tools; they are the protocol between agent and model, not capabilities. */
export const LIST_TOOL = 'list_capabilities';
export const LOAD_TOOL = 'load_capability';
/** Takes back the last change, under the approval of what does so; it needs no arguments. */
export const UNDO_TOOL = 'undo_last_change';
const META_TOOLS: ReadonlySet<string> = new Set([LIST_TOOL, LOAD_TOOL, UNDO_TOOL, 'read_result']);

export function isMetaTool(name: string): boolean {
  return META_TOOLS.has(name);
}

const cache = new WeakMap<ToolSchema, Candidate>();

/** All tools that could answer: of every listed capability, and those bound to this run alone. */
export function candidatesOf(
  capabilities: readonly KnownCapability[],
  bound: readonly ToolSchema[],
): Candidate[] {
  const listed = capabilities.filter((capability) => capability.manifest.loading !== 'silent');
  const holders = new Map<ToolSchema, KnownCapability[]>();
  for (const capability of listed) {
    for (const tool of capability.tools) {
      addTo(holders, tool, capability);
    }
  }
  const found = [...holders].map(([tool, capabilities]) => toCandidate(tool, capabilities));
  const known = new Set(found.map((candidate) => candidate.tool.name));
  const own = bound.filter((tool) => !known.has(tool.name) && !isMetaTool(tool.name));
  return [...found, ...own.map((tool) => toCandidate(tool, [], own))];
}

/** The subject of a tool, which the parts of one plugin share; undefined for a tool that only this run has. */
export function subjectOf({ capability }: Candidate): string | undefined {
  return capability?.plugin ?? capability?.name;
}

/** A tool that several capabilities bring is loaded with the first, and learns from all. */
function toCandidate(
  tool: ToolSchema,
  holders: readonly KnownCapability[],
  /** Tools of this run alone: those that came with it have the first word of its name too. */
  beside: readonly ToolSchema[] = [],
): Candidate {
  const [capability] = holders;
  const known = cache.get(tool);
  if (known !== undefined && known.capability?.manifest === capability?.manifest) return known;
  const examples = holders.flatMap(({ manifest }) => manifest.examples ?? []);
  const own = examples.filter((example) => example.tool === tool.name).map(({ user }) => words(user));
  const [first] = splitName(tool.name);
  const named = nameWords(
    tool,
    capability?.tools ?? beside.filter(({ name }) => splitName(name)[0] === first),
  );
  const candidate: Candidate = {
    tool,
    nameWords: named,
    verbs: verbsOf(named, tool.parameters, own),
    exampleWords: new Set(own.flatMap((said) => said.map(({ plain }) => plain))),
    capability,
    slots: learnSlots(tool.name, examples),
    frames: learnFrames(tool.name, tool.parameters, examples),
    examples: examples
      .filter((example) => example.tool === tool.name)
      .map((example) => exampleStems(withoutValues(example.user, example.args))),
    terms: toolTerms(tool),
    capabilityTerms:
      capability === undefined ? toolTerms(tool) : strongestTerms(holders.map(capabilityTerms)),
  };
  cache.set(tool, candidate);
  return candidate;
}

function nameWords(tool: ToolSchema, all: readonly ToolSchema[]): readonly string[] {
  const own = splitName(tool.name);
  const prefixed = all.length > 1 && all.every(({ name }) => splitName(name)[0] === own[0]);
  return prefixed && own.length > 1 ? own.slice(1) : own;
}

/** Content stems in order, with the opening word even where it is a small one: `show`, `is`, `how`. */
function exampleStems(text: string): Set<string> {
  const first = words(text)[0];
  return new Set([...(first === undefined ? [] : [first.stem]), ...contentStems(text)]);
}

/** Whether a word belongs to the subject of a tool, so that it is no name of something else. */
export function isOrdinary(candidate: Candidate, plain: string): boolean {
  const stem = stemOf(plain);
  return (candidate.terms.get(stem) ?? 0) >= 0.5 || (candidate.capabilityTerms.get(stem) ?? 0) >= 1;
}
