import { type DescExtension, type DescField, getOption, hasOption } from '@bufbuild/protobuf';
import { type GoType, goTypeOf } from '../printing/go-types.js';
import { shippedFiles } from './shipped.js';

const cache = new Map<string, DescExtension>();

/** An option of ours by name. Options are told apart by number, so ours reads those of any schema. */
export function optionNamed(typeName: string): DescExtension {
  let extension = cache.get(typeName);
  if (extension === undefined) {
    extension = shippedFiles()
      .flatMap((file) => file.extensions)
      .find((each) => each.typeName === typeName);
    if (extension === undefined) throw new Error(`the shipped protos have no option ${typeName}`);
    cache.set(typeName, extension);
  }
  return extension;
}

export interface FieldOptions {
  /** Whether the chain's own type for this field has no null. */
  readonly always: boolean;
  readonly goType: GoType | undefined;
}

/** What a chain's Go code says about a field, as far as it changes what is printed. */
export function fieldOptions(field: DescField): FieldOptions {
  const nullable = read(field, 'gogoproto.nullable');
  const type = read(field, 'gogoproto.customtype') ?? read(field, 'gogoproto.casttype');
  return { always: nullable === false, goType: typeof type === 'string' ? goTypeOf(type) : undefined };
}

function read(field: DescField, typeName: string): unknown {
  const option = optionNamed(typeName);
  return hasOption(field, option) ? getOption(field, option) : undefined;
}
