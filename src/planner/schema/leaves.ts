import { isRecord } from '../../kit/index.js';
import type { Field } from './schema-fields.js';

/** Fields that hold a value of their own: objects are replaced by their members, arrays stay whole. */
export function rootLeaves(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field.kind === 'object' ? rootLeaves(field.members) : [field]));
}

/** All objects among the fields, outer before inner. */
export function objectsOf(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field.kind === 'object' ? [field, ...objectsOf(field.members)] : []));
}

export type Args = Readonly<Record<string, unknown>>;

export function getPath(args: Args, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? (value as Args)[key] : undefined;
  }
  return value;
}

/** A copy of `args` with one value set; objects on the way are made. */
export function withPath(args: Args, path: readonly string[], value: unknown): Args {
  const [key, ...rest] = path;
  if (key === undefined) return args;
  if (rest.length === 0) return { ...args, [key]: value };
  const inner = args[key];
  const base = isRecord(inner) ? (inner as Args) : {};
  return { ...args, [key]: withPath(base, rest, value) };
}

export function withoutPath(args: Args, path: readonly string[]): Args {
  const [key, ...rest] = path;
  if (key === undefined || !(key in args)) return args;
  if (rest.length === 0) return Object.fromEntries(Object.entries(args).filter(([name]) => name !== key));
  const inner = args[key];
  if (!isRecord(inner)) return args;
  const left = withoutPath(inner as Args, rest);
  return Object.keys(left).length === 0 ? withoutPath(args, [key]) : { ...args, [key]: left };
}

/** `b` over `a`, objects member by member, everything else replaced. */
export function mergeArgs(a: Args, b: Args): Args {
  const merged: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const old = merged[key];
    merged[key] = isRecord(old) && isRecord(value) ? mergeArgs(old, value) : value;
  }
  return merged;
}
