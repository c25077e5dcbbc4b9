type Json = Readonly<Record<string, unknown>>;

/** A parameter as the OpenAPI document has it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

/** One operation of the OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Json>> };
  readonly 'x-effect': 'read' | 'write' | 'destructive';
}

export interface Found {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let reading: Promise<readonly Found[]> | undefined;

/** The operation of the OpenAPI document, which is read once. @throws Error when it cannot be read */
export async function findOperation(id: string): Promise<Found | undefined> {
  reading ??= readAll().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return (await reading).find(({ operation }) => operation.operationId === id);
}

async function readAll(): Promise<readonly Found[]> {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}.`);
  const { paths } = (await response.json()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}
