import { type Manifest, readWords, type ToolSchema } from '../../plugin/index.js';
import { isTypoOf } from '../language/edit-distance.js';
import { contentStems, splitName, stemOf } from '../language/tokenize.js';

/** A part of a plugin as the agent offers it: its manifest and the schemas of its tools. */
export interface KnownCapability {
  readonly name: string;
  /** Whose part it is; its own name when absent. */
  readonly plugin?: string;
  readonly manifest: Manifest;
  readonly tools: readonly ToolSchema[];
  /** Labelled sentences of the plugin: language -> JSON lines. */
  readonly utterances?: Readonly<Record<string, string>>;
}

export interface RankedCapability {
  readonly name: string;
  readonly score: number;
}

/** How much a stem says about a document, by the best place it stands in: at most {@link MOST}. */
type Terms = ReadonlyMap<string, number>;

/** The weight of a word of a name or a title. */
const MOST = 4;

const termsCache = new WeakMap<Manifest, { tools: readonly ToolSchema[]; terms: Terms }>();

/**
 * Ranks capabilities against a request in plain words, best first; those that share no word with it are left out.
 * Lexical: title, tags, examples, situations, tool names, descriptions and field words, each with its weight,
 * rarer words counting more, misspelt words for what they are nearest to.
 */
export function rankCapabilities(
  query: string,
  capabilities: readonly KnownCapability[],
): RankedCapability[] {
  return rankTerms(contentStems(query), capabilities.map(capabilityTerms))
    .map((score, index) => ({ name: capabilities[index]?.name ?? '', score }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

/**
 * Scores of documents for query stems. A stem counts as much as its weight in the document, and less the more the others
 * are about it too: one that only mentions it in passing takes little from the one whose tag it is.
 */
function rankTerms(stems: readonly string[], documents: readonly Terms[]): number[] {
  const scores = documents.map(() => 0);
  for (const wanted of new Set(stems)) {
    const found = bestStem(wanted, documents);
    if (found === undefined) continue;
    const weights = documents.map((terms) => terms.get(found.stem) ?? 0);
    const holders = weights.reduce((sum, weight) => sum + weight / MOST, 0);
    const rarity = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5)) + 0.15;
    for (const [index, weight] of weights.entries())
      scores[index] = (scores[index] ?? 0) + (found.discount * rarity * weight) / MOST;
  }
  return scores;
}

/** The stem itself, or the one known stem it is a slip of. */
export function bestStem(
  wanted: string,
  documents: readonly Terms[],
): { stem: string; discount: number } | undefined {
  if (documents.some((terms) => terms.has(wanted))) return { stem: wanted, discount: 1 };
  if (wanted.length < 5) return undefined;
  for (const terms of documents) {
    for (const stem of terms.keys()) if (isTypoOf(wanted, stem)) return { stem, discount: 0.75 };
  }
  return undefined;
}

/** Weighted stems of a capability; computed once per manifest. */
export function capabilityTerms(capability: KnownCapability): Terms {
  const { manifest, tools } = capability;
  const known = termsCache.get(manifest);
  if (
    known !== undefined &&
    known.tools.length === tools.length &&
    known.tools.every((tool, i) => tool === tools[i])
  ) {
    return known.terms;
  }
  const terms = new Map<string, number>();
  addTerms(terms, splitName(capability.name).map(stemOf), MOST);
  addTerms(terms, contentStems(manifest.title), MOST);
  for (const tag of manifest.tags ?? []) addTerms(terms, contentStems(tag), 3.5);
  for (const example of manifest.examples ?? [])
    addTerms(terms, contentStems(withoutValues(example.user, example.args)), 2);
  for (const line of manifest.whenToUse) addTerms(terms, contentStems(line), 1.5);
  addTerms(terms, contentStems(manifest.summary), 1.5);
  for (const tool of tools)
    for (const [stem, weight] of toolTerms(tool)) addTerms(terms, [stem], weight * 0.8);
  termsCache.set(manifest, { tools, terms });
  return terms;
}

const toolCache = new WeakMap<ToolSchema, Terms>();

/** Weighted stems of one tool: its name, its description and the words of its fields. */
export function toolTerms(tool: ToolSchema): Terms {
  const known = toolCache.get(tool);
  if (known !== undefined) return known;
  const terms = new Map<string, number>();
  addTerms(terms, splitName(tool.name).map(stemOf), 3);
  const [first = '', ...rest] = tool.description.split(/(?<=[.:;])\s+/u);
  addTerms(terms, contentStems(first), 1.2);
  addTerms(terms, contentStems(rest.join(' ')), 0.6);
  addFieldTerms(terms, tool.parameters, 0);
  toolCache.set(tool, terms);
  return terms;
}

function addFieldTerms(terms: Map<string, number>, schema: unknown, depth: number): void {
  if (typeof schema !== 'object' || schema === null || depth > 3) return;
  const properties = 'properties' in schema ? schema.properties : undefined;
  if (typeof properties === 'object' && properties !== null) {
    for (const [name, field] of Object.entries(properties)) {
      addTerms(terms, splitName(name).map(stemOf), 0.8);
      if (typeof field !== 'object' || field === null) continue;
      addTerms(terms, readWords(field).aliases.flatMap(contentStems), 0.8);
      if (typeof field.description === 'string') addTerms(terms, contentStems(field.description), 0.3);
      addFieldTerms(terms, field, depth + 1);
    }
  }
  if ('items' in schema) addFieldTerms(terms, schema.items, depth + 1);
}

/** Each stem with the most that any of the documents gives it. */
export function strongestTerms(documents: readonly Terms[]): Terms {
  const [only, ...others] = documents;
  if (only !== undefined && others.length === 0) return only;
  const terms = new Map<string, number>();
  for (const document of documents) for (const [stem, weight] of document) addTerms(terms, [stem], weight);
  return terms;
}

function addTerms(terms: Map<string, number>, stems: readonly string[], weight: number): void {
  for (const stem of stems) if ((terms.get(stem) ?? 0) < weight) terms.set(stem, weight);
}

/** An example without its values: `weather in Berlin` is about weather, not about Berlin. */
export function withoutValues(text: string, args: Readonly<Record<string, unknown>>): string {
  let rest = text;
  for (const value of Object.values(args)) {
    if (typeof value === 'string' && value.length > 1) rest = rest.replaceAll(value, ' ');
  }
  return rest;
}
