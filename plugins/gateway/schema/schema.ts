import {
  createRegistry,
  type DescFile,
  type DescMessage,
  type DescMethod,
  getOption,
  hasOption,
  type Registry,
} from '@bufbuild/protobuf';
import { LEGACY_ROUTES } from '../routing/legacy-routes.js';
import { type Match, PathIndex } from '../routing/path-index.js';
import { parseTemplate, type Template } from '../routing/template.js';
import { optionNamed } from './field-options.js';
import { shippedFiles } from './shipped.js';

/** One method that the gateway serves. */
export interface Query {
  /** `ixo.entity.v1beta1.Query/Entity` */
  readonly name: string;
  /** `/ixo.entity.v1beta1.Query/Entity` */
  readonly path: string;
  readonly method: DescMethod;
  readonly templates: readonly Template[];
}

/** A question that needs more than a query string holds, sent by POST; or the sending of a transaction. */
export interface Post {
  readonly query: Query;
  /** It changes the chain. */
  readonly broadcast: boolean;
}

export interface Found {
  readonly query: Query;
  readonly match: Pick<Match<unknown>, 'template' | 'values'>;
  /** The path is one of an earlier release. */
  readonly legacy: boolean;
}

/** Methods with a body that only ask. What else a service takes by POST is not served. */
const ASKED_BY_POST: ReadonlySet<string> = new Set(
  ['Simulate', 'TxDecode', 'TxEncode', 'TxDecodeAmino', 'TxEncodeAmino'].map(
    (name) => `cosmos.tx.v1beta1.Service/${name}`,
  ),
);
const BROADCAST = 'cosmos.tx.v1beta1.Service/BroadcastTx';

/** First segment of the chain's own routes, in whose place a prefix stands. */
const HOME = 'ixo';

/** All that is known of the chain: its queries, where they are served, its types. */
export class Schema {
  readonly queries: ReadonlyMap<string, Query>;
  /** Methods that are asked with a body, by name. */
  readonly posts: ReadonlyMap<string, Post>;
  readonly warnings: readonly string[];
  /** Whether it is more than what ships with the gateway. */
  readonly loaded: boolean;
  readonly #files: readonly DescFile[];
  #registry: Registry | undefined;
  readonly #messages = new Map<string, DescMessage>();
  readonly #index = new PathIndex<Query>();
  readonly #posts = new PathIndex<Post>();
  readonly #legacy = new PathIndex<{ readonly query: Query; readonly first: RegExp | undefined }>();

  /**
   * @param files those of the node or the operator; services that they lack are taken from the shipped ones
   * @param served full names of the services that the node runs, where it says so; others are not offered
   */
  constructor(files: readonly DescFile[], warnings: readonly string[] = [], served?: ReadonlySet<string>) {
    const queries = new Map<string, Query>();
    const posts = new Map<string, Post>();
    const faults: string[] = [...warnings];
    this.loaded = files.length > 0;
    this.#files = files;
    for (const file of [...files, ...shippedFiles()]) {
      for (const message of file.messages) this.#register(message);
      for (const service of file.services) {
        if (served?.has(service.typeName) === false) continue;
        for (const method of service.methods) {
          this.#addPost(method, posts, faults);
          const query = queryOf(method, 'get', faults);
          if (query === undefined || queries.has(query.name)) continue;
          queries.set(query.name, query);
          for (const template of query.templates) this.#index.add(template, query);
        }
      }
    }
    for (const [path, name, first] of LEGACY_ROUTES) {
      const query = queries.get(name);
      if (query !== undefined) this.#legacy.add(parseTemplate(`/${HOME}${path}`), { query, first });
    }
    this.queries = queries;
    this.posts = posts;
    this.warnings = faults;
  }

  /** All types, as the protobuf library wants them. */
  get registry(): Registry {
    this.#registry ??= createRegistry(...shippedFiles(), ...this.#files);
    return this.#registry;
  }

  getMessage(typeName: string): DescMessage | undefined {
    return this.#messages.get(typeName);
  }

  /**
   * What answers a path below a prefix: the path itself, the chain's own with the prefix in place of its first
   * segment, or any other with the prefix before it.
   */
  find(segments: readonly string[]): Found | undefined {
    const direct = this.#index.find(segments);
    if (direct !== undefined) return { query: direct.value, match: direct, legacy: false };
    const [, ...rest] = segments;
    const home = [HOME, ...rest];
    const match = this.#index.find(home) ?? this.#index.find(rest);
    if (match !== undefined) return { query: match.value, match, legacy: false };
    const old = this.#legacy.find(home);
    if (old === undefined || old.value.first?.test(old.values[0] ?? '') === false) return undefined;
    return { query: old.value.query, match: old, legacy: true };
  }

  /** What answers a POST to a path: as it stands, or below another first segment. */
  findPost(segments: readonly string[]): Post | undefined {
    const [, ...rest] = segments;
    return (this.#posts.find(segments) ?? this.#posts.find(rest))?.value;
  }

  #addPost(method: DescMethod, posts: Map<string, Post>, faults: string[]): void {
    const name = `${method.parent.typeName}/${method.name}`;
    if (name !== BROADCAST && !ASKED_BY_POST.has(name)) return;
    const query = queryOf(method, 'post', faults);
    if (query === undefined || posts.has(name)) return;
    const post = { query, broadcast: name === BROADCAST };
    posts.set(name, post);
    for (const template of query.templates) this.#posts.add(template, post);
  }

  #register(message: DescMessage): void {
    if (!this.#messages.has(message.typeName)) this.#messages.set(message.typeName, message);
    for (const nested of message.nestedMessages) this.#register(nested);
  }
}

/** A method with a binding of that verb and one answer; others are not queries. */
function queryOf(method: DescMethod, verb: 'get' | 'post', faults: string[]): Query | undefined {
  const http = optionNamed('google.api.http');
  if (method.methodKind !== 'unary' || !hasOption(method, http)) return undefined;
  const templates: Template[] = [];
  for (const text of pathsOf(getOption(method, http), verb)) {
    try {
      templates.push(parseTemplate(text));
    } catch (error) {
      faults.push(
        `${method.parent.typeName}/${method.name}: ${error instanceof Error ? error.message : 'bad path'}`,
      );
    }
  }
  if (templates.length === 0) return undefined;
  const name = `${method.parent.typeName}/${method.name}`;
  return { name, path: `/${name}`, method, templates };
}

/** The paths that a google.api.HttpRule has for a verb. */
function pathsOf(rule: unknown, verb: 'get' | 'post'): string[] {
  if (typeof rule !== 'object' || rule === null || !('pattern' in rule)) return [];
  const { pattern } = rule;
  const own =
    typeof pattern === 'object' &&
    pattern !== null &&
    'case' in pattern &&
    pattern.case === verb &&
    'value' in pattern &&
    typeof pattern.value === 'string'
      ? [pattern.value]
      : [];
  const more =
    'additionalBindings' in rule && Array.isArray(rule.additionalBindings) ? rule.additionalBindings : [];
  return [...own, ...more.flatMap((each) => pathsOf(each, verb))];
}

/** The path of a template below a prefix: the reverse of {@link Schema.find}. */
export function publicPath(template: string, prefix: string): string {
  if (template.startsWith(`/${prefix}/`) || template === `/${prefix}`) return template;
  if (template.startsWith(`/${HOME}/`)) return `/${prefix}${template.slice(HOME.length + 1)}`;
  return `/${prefix}${template}`;
}
