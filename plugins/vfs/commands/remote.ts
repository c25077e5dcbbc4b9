import { z } from 'zod';

/** What the commands need of a file. */
export const fileSchema = z.object({ id: z.string(), path: z.string(), publicUrl: z.string().optional() });

/** What the commands of files are told. */
export interface FilesOptions {
  readonly url?: string;
  readonly token?: string;
  readonly hidden?: boolean;
  readonly namespace?: string;
  readonly shared?: string;
  readonly release?: boolean;
  readonly home?: boolean;
  readonly public?: boolean;
  readonly overwrite?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly to?: string;
}

/** A query string, with what all requests say of hidden things and of whose files they mean. */
export function query(
  { hidden, namespace, shared }: FilesOptions,
  values: Readonly<Record<string, string>>,
): string {
  const place = {
    ...(hidden === true && { hidden: 'true' }),
    ...(namespace !== undefined && { namespace }),
    ...(shared !== undefined && { shared }),
  };
  return `?${new URLSearchParams({ ...values, ...place })}`;
}
