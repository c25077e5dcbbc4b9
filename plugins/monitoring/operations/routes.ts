import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { analyseUse } from '../services/analyse-use.js';
import { eventsBlob } from '../services/event-file.js';
import type { MonitoringService } from '../services/monitoring-service.js';
import { useFields } from './fields.js';

/** `GET /v1/monitoring/stove-use/:reportId/events`: every event of a report. */
export function eventsRoute({ reports, blobs }: MonitoringService): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/v1/monitoring/stove-use/:reportId/events',
    auth: 'any',
    scope: 'monitoring',
    summary: 'Download the cooking events of a report',
    request: { params: z.object({ reportId: z.string().describe('Identifier of a report of stove use') }) },
    responses: {
      200: { description: 'A row for each event', contentType: 'text/csv' },
      404: { description: 'No such report of this owner' },
    },
    handler: async ({ params, principal }) => {
      const { reportId } = await reports.get(principal.id, params.reportId);
      return reply({
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${reportId}.csv"`,
        },
        body: await blobs.get(eventsBlob(reportId)),
      });
    },
  });
}

const { path: _path, csv: _csv, columns: _columns, sensors: _sensors, ...query } = useFields;

/** `POST /v1/monitoring/readings`: one file of a logger as the body, of whatever size. */
export function uploadRoute(service: MonitoringService): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/v1/monitoring/readings',
    auth: 'any',
    scope: 'monitoring',
    summary: 'Upload readings of loggers and analyse them',
    description: 'The body is a CSV of a logger, which is read piece by piece and not kept.',
    request: {
      query: z.strictObject({
        ...query,
        name: z.string().min(1).max(200).default('the upload').describe('Name of the file'),
      }),
      body: 'raw',
    },
    responses: {
      201: { description: 'The report of stove use' },
      400: { description: 'The file cannot be read' },
      409: { description: 'The design refuses it' },
      413: { description: 'Too many readings' },
      422: { description: 'No reading in the period' },
    },
    handler: async ({ query: { name, ...terms }, body, principal, signal }) => {
      // Which of day and month comes first is decided on the whole file, so it is read twice.
      const blob = `uploads/${randomUUID()}`;
      try {
        await service.blobs.put(blob, body as Readable);
        const report = await analyseUse(
          service,
          { ...terms, upload: { name, open: () => service.blobs.get(blob) } },
          { principal, signal, attachments: [], progress: () => undefined },
        );
        return reply({ status: 201, body: report });
      } finally {
        await service.blobs.delete(blob);
      }
    },
  });
}
