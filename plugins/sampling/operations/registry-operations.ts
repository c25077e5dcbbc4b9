import type { Readable } from 'node:stream';
import {
  type AnyOperation,
  type AnyRoute,
  type AnyTool,
  attachedFile,
  defineOperation,
  defineRoute,
  defineTool,
  OracleError,
  reply,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { FORMATS } from '../registry/registry-table.js';
import { filePath } from '../schemas/file-path.js';
import { page } from '../schemas/page-schema.js';
import { plainWords } from '../schemas/plain-words.js';
import { inFieldsOf } from '../services/in-fields-of.js';
import {
  type ColumnChoice,
  deleteRegistry,
  previewFile,
  previewRegistry,
  type RegistryView,
  registerFile,
  storeRegistry,
  viewOf,
} from '../services/registries.js';
import type { SamplingService } from '../services/sampling-service.js';
import { describeRegistry } from './describe-reading.js';

export const registryId = withWords(
  z
    .string()
    .regex(/^registry-[A-Za-z0-9-]{1,60}$/, 'must be an id such as registry-5c1d…')
    .describe('Such as registry-5c1d…'),
  { aliases: ['registry', 'registry id'] },
);

export const registryPath = filePath('the registry', '/registers/village.csv', [
  'registry',
  'file',
  'path',
]).optional();

const column = (role: string) => z.string().min(1).max(200).describe(`Column with ${role}; guessed`);

const reading = {
  format: z.enum(FORMATS).optional().describe('Told from the content'),
  delimiter: z.string().min(1).max(4).optional().describe('Of a CSV; guessed'),
  sheet: z.string().max(100).optional(),
};
const columns = {
  idColumn: withWords(column('the id of each unit'), { aliases: ['id column'] }).optional(),
  stratumColumn: withWords(column('the stratum'), {
    aliases: ['stratum column', 'strata column'],
  }).optional(),
  adopterColumn: withWords(column('whether the unit adopted'), { aliases: ['adopter column'] }).optional(),
  sizeColumn: withWords(column('a measure of size'), { aliases: ['size column'] }).optional(),
};

/** Reading and deleting registries; uploading has a route and a tool of its own. */
export function registryOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_registries',
      title: 'List household registries, newest first',
      description: 'Lists the stored registries with their units and strata.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        ...page,
      }),
      answer: { description: 'A page of registries' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/registries',
      },
      run: async (input, { principal }) => {
        const { items, ...rest } = await service.registries.list(principal.id, input);
        return { items: items.map((item) => summaryOf(viewOf(item))), ...rest };
      },
    }),
    defineOperation({
      name: 'get_registry',
      title: 'Read what a registry holds',
      description:
        'Shows columns, guesses of their roles, sample rows, counts, strata and the frame hash of a registry.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({ registryId }),
      answer: { description: 'What the inspection found' },
      tool: false,
      route: {
        method: 'get',
        path: '/v1/sampling/registries/:registryId',
        errors: { 404: 'No such registry of this owner' },
      },
      run: async (input, { principal }) =>
        viewOf(await service.registries.get(principal.id, input.registryId)),
    }),
    defineOperation({
      name: 'delete_registry',
      title: 'Delete a registry',
      description: 'Deletes a registry.',
      effect: 'destructive',
      scope: 'sampling',
      input: z.object({
        registryId,
        reason: plainWords(2000).optional().describe('When a draw rests on it'),
      }),
      answer: { description: 'Deleted' },
      approval: 'always',
      describe: ({ registryId: id }) => `Delete the registry ${id}`,
      route: {
        method: 'delete',
        path: '/v1/sampling/registries/:registryId',
        errors: { 404: 'No such registry of this owner', 409: 'A draw rests on it' },
      },
      run: async (input, { principal }) => {
        await deleteRegistry(service, principal, input.registryId, input.reason);
        return { registryId: input.registryId, deleted: true };
      },
      undo: () => ({ whyNot: 'the registry is gone; register the file again' }),
    }),
  ];
}

/** `POST /v1/sampling/registries`: the file itself is the body, streamed. */
export function uploadRoute(service: SamplingService): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/v1/sampling/registries',
    auth: 'any',
    scope: 'sampling',
    summary: 'Upload a household registry',
    description:
      'The body is the file: CSV (any delimiter), XLSX, GeoJSON, NDJSON or a JSON list (also of KoboToolbox and ODK Central); with `path` a file of the file system is read instead, and the body stays empty. It is inspected, and refused with the lines of every faulty row. Columns are guessed unless the query names them.',
    request: {
      query: z.strictObject({
        path: registryPath,
        name: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Name of the file; default that of the path, else registry'),
        ...reading,
        header: z.enum(['true', 'false']).optional().describe('Whether the first row names the columns'),
        preview: z
          .enum(['true', 'false'])
          .optional()
          .describe('true: show how the file is read, faulty rows too, and keep nothing'),
        ...columns,
      }),
      body: 'raw',
    },
    responses: {
      200: { description: 'A preview: how the file is read' },
      201: { description: 'What the registry holds' },
      400: { description: 'The file cannot be read, or rows are faulty' },
      404: { description: 'No such file in the file system' },
      409: { description: 'Duplicate ids' },
      413: { description: 'The file is too large' },
      422: { description: 'The file holds no units' },
    },
    handler: async ({ query, body, principal, signal }) => {
      const { path, name, format, delimiter, sheet, header } = query;
      const understood = {
        read: {
          ...(format && { format }),
          ...(delimiter && { delimiter }),
          ...(sheet && { sheet }),
          ...(header && { header: header === 'true' }),
        },
        columns: rolesOf(query),
      };
      if (path !== undefined) await refuseBody(body as Readable);
      const file = { name: name ?? 'registry', ...understood };
      const fields = { ...COLUMN_FIELDS, registry: path === undefined ? 'body' : 'path' };
      const kept = { field: 'path', name, ...understood };
      if (query.preview === 'true')
        return reply({
          status: 200,
          body: await inFieldsOf(fields, () =>
            path === undefined
              ? previewRegistry(service, body as Readable, file, signal)
              : previewFile(service, principal, path, kept, signal),
          ),
        });
      const view = await inFieldsOf(fields, () =>
        path === undefined
          ? storeRegistry(service, principal, body as Readable, file, signal)
          : registerFile(service, principal, path, kept, signal),
      );
      return reply({
        status: 201,
        headers: { Location: `/v1/sampling/registries/${view.registryId}` },
        body: view,
      });
    },
  });
}

/** What the route calls the columns by role. */
const COLUMN_FIELDS = {
  'columns.id': 'idColumn',
  'columns.stratum': 'stratumColumn',
  'columns.adopter': 'adopterColumn',
  'columns.size': 'sizeColumn',
};

/** @throws OracleError `invalid_request` when there is a body where none should be */
async function refuseBody(body: Readable): Promise<void> {
  for await (const chunk of body) {
    if ((chunk as Buffer).length === 0) continue;
    throw new OracleError('invalid_request', {
      detail: 'The registry is given twice: as `path` and as the body.',
      hint: 'Leave one of them out.',
      errors: [{ field: 'path', message: 'cannot go with a body' }],
    });
  }
}

/** The same from a conversation: a kept file, an attached one, or text. */
export function uploadTool(service: SamplingService): AnyTool {
  return defineTool({
    name: 'register_households',
    title: 'Register households',
    effect: 'write',
    additive: true,
    description:
      'Stores, or only previews, a household registry (CSV, XLSX, GeoJSON, JSON) of a path, attached file or text; tells columns, counts, strata, faults.',
    input: z.object({
      path: registryPath,
      attachment: z.string().max(200).optional(),
      content: z.string().min(1).max(2_000_000).optional().describe('CSV text'),
      name: z.string().min(1).max(200).optional(),
      delimiter: z.string().min(1).max(4).optional(),
      sheet: reading.sheet,
      columns: z
        .partialRecord(z.enum(['id', 'stratum', 'adopter', 'size']), z.string().min(1).max(200))
        .default({})
        .describe('When guessed wrongly'),
      preview: withWords(z.boolean().optional(), {
        values: {
          true: {
            en: ['preview', 'is read', 'be read', 'would read', 'do not register', 'without registering'],
            de: ['vorschau', 'gelesen wird', 'gelesen werden', 'nicht registrieren'],
            fr: ['apercu', 'est lu', 'serait lu', 'sans l enregistrer'],
            es: ['vista previa', 'se lee', 'se leera', 'sin registrarlo'],
            pt: ['previa', 'pre visualizacao', 'e lido', 'sem registar'],
            sw: ['inavyosomwa', 'onyesho la awali'],
          },
        },
      }),
    }),
    scope: 'sampling',
    run: async (input, rt) => {
      const { path, attachment, content, name, delimiter, sheet, columns: chosen } = input;
      const { principal, signal } = rt;
      const understood = {
        read: { ...(delimiter && { delimiter }), ...(sheet && { sheet }) },
        columns: chosen,
      };
      const given =
        content === undefined
          ? () => attachedFile(rt.attachments, attachment, 'the registry')
          : () => ({ name: 'registry', content });
      const kept = { field: 'path', name, ...understood };
      const upload = (file: ReturnType<typeof given>) => ({ name: name ?? file.name, ...understood });
      if (input.preview === true) {
        const preview = (file: ReturnType<typeof given>) =>
          previewRegistry(service, file.content, upload(file), signal);
        const inspection =
          path === undefined
            ? await preview(given())
            : await previewFile(service, principal, path, kept, signal);
        return { summary: describeRegistry(inspection), preview: true, ...inspection };
      }
      const store = (file: ReturnType<typeof given>) =>
        storeRegistry(service, principal, file.content, upload(file), signal);
      const view =
        path === undefined
          ? await store(given())
          : await registerFile(service, principal, path, kept, signal);
      // A kept file may have been registered before: that one is not for this call to take back.
      rt.undoable(
        path === undefined
          ? { operation: 'delete_registry', input: { registryId: view.registryId } }
          : { whyNot: `the file may have been registered before; ask to delete ${view.registryId}` },
      );
      return {
        summary: `Registered ${view.size} units as ${view.registryId}. ${describeRegistry(view)}`,
        ...view,
      };
    },
  });
}

function summaryOf(view: RegistryView) {
  const { registryId: id, name, createdAt, size, sha256, format, strata, bytes } = view;
  return { registryId: id, name, format, units: size, bytes, sha256, createdAt, ...(strata && { strata }) };
}

function rolesOf(given: { [K in keyof typeof columns]?: string | undefined }): ColumnChoice {
  return {
    id: given.idColumn,
    stratum: given.stratumColumn,
    adopter: given.adopterColumn,
    size: given.sizeColumn,
  };
}
