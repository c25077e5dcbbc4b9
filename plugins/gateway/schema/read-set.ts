import { clone, createFileRegistry, type DescFile, type FileRegistry } from '@bufbuild/protobuf';
import * as wkt from '@bufbuild/protobuf/wkt';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

export interface ReadSet {
  readonly files: readonly DescFile[];
  /** What could not be read, in words; empty when the set is whole. */
  readonly warnings: readonly string[];
}

/** Files that come with the protobuf library, by import name. */
const BUILT_IN: ReadonlyMap<string, DescFile> = new Map(
  Object.values(wkt)
    .filter(
      (value): value is DescFile => typeof value === 'object' && 'kind' in value && value.kind === 'file',
    )
    .map((file) => [`${file.name}.proto`, file]),
);

/**
 * Links descriptors one file at a time, imports first. Nodes serve broken sets: files in any order, imports that are
 * missing or registered under another name, files that do not compile. What can be read is kept; the rest is told.
 * @param spare files to take for imports that the set lacks
 */
export function readSet(protos: readonly FileDescriptorProto[], spare: readonly DescFile[] = []): ReadSet {
  const byName = new Map(protos.map((proto) => [proto.name, proto]));
  const spares = new Map(spare.map((file) => [`${file.name}.proto`, file]));
  const linked = new Map<string, DescFile | undefined>();
  const warnings: string[] = [];

  /** The import under its own name, or the only file that ends in its last segments. */
  function find(name: string): DescFile | undefined {
    if (byName.has(name)) return link(name);
    const known = BUILT_IN.get(name) ?? spares.get(name);
    if (known !== undefined) return known;
    const alike = [...byName.keys()].filter(
      (other) => other.endsWith(`/${name}`) || name.endsWith(`/${other}`),
    );
    const [only] = alike;
    if (alike.length === 1 && only !== undefined) return link(only);
    return [...spares].find(([other]) => other.endsWith(`/${name}`))?.[1];
  }

  function link(name: string): DescFile | undefined {
    if (linked.has(name)) return linked.get(name);
    // A cycle of imports finds nothing here, and its file is dropped.
    linked.set(name, undefined);
    const proto = byName.get(name);
    if (proto === undefined) return undefined;
    const built = BUILT_IN.get(name);
    if (built !== undefined) {
      linked.set(name, built);
      return built;
    }
    const imports = new Map<string, DescFile>();
    const missing: string[] = [];
    for (const dependency of proto.dependency) {
      const file = find(dependency);
      if (file === undefined) missing.push(dependency);
      else imports.set(dependency, file);
    }
    try {
      const file = linkOne(proto, imports);
      if (missing.length > 0) warnings.push(`${name}: import ${missing.join(', ')} is missing`);
      linked.set(name, file);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'cannot be read';
      warnings.push(`${name} is left out: ${why}`.slice(0, 300));
    }
    return linked.get(name);
  }

  for (const name of byName.keys()) link(name);
  return { files: [...linked.values()].filter((file) => file !== undefined), warnings };
}

/** Imports that are not there are left out: only what uses them fails. */
function linkOne(proto: FileDescriptorProto, imports: ReadonlyMap<string, DescFile>): DescFile | undefined {
  // By the files' own names, which an import can have missed.
  const files = new Map([...imports.values()].map((file) => [`${file.name}.proto`, file]));
  const pruned = clone(FileDescriptorProtoSchema, proto);
  pruned.dependency = [...files.keys()];
  // Indices into the imports as they were; nothing here asks for them.
  pruned.publicDependency = [];
  pruned.weakDependency = [];
  const registry: FileRegistry = createFileRegistry(pruned, (name) => files.get(name));
  return registry.getFile(proto.name);
}
