import { type AnyOperation, defineOperation, type Principal } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { PLACES } from '../protocol/sealed-places.js';
import { PROTOCOL, settingsChange, settingsOf, settingsWith, termsOf } from '../protocol/sealed-protocol.js';
import { drawOf } from '../services/held-against-draw.js';
import type { MonitoringService } from '../services/monitoring-service.js';
import { sealDetection, sealedList } from '../services/seal-detection.js';
import { designId, sensors, sensorsPath, useFields } from './fields.js';
import { settingsWords } from './present-use.js';

/** How events are detected, and fixing it before the data. */
export function protocolOperations(service: MonitoringService): AnyOperation[] {
  const { designs } = service;
  return [
    defineOperation({
      name: 'seal_detection',
      title: 'Seal the detection settings of a design',
      description:
        'Fixes in the trail of a design, before there are data, by which settings cooking events are detected, and which sensor is where.',
      effect: 'write',
      scope: 'monitoring',
      input: z.object({
        designId,
        settings: settingsChange.optional().describe('Where they differ from the defaults'),
        timeZone: useFields.timeZone,
        stove: useFields.stove,
        severalDevices: z
          .literal(true)
          .optional()
          .describe('That each home has several devices of the stove, such as one on each burner'),
        sensorsPath,
        sensors,
        reason: z.string().trim().min(1).max(1000).optional().describe('Why it takes the place of another'),
      }),
      answer: { description: 'The seal' },
      approval: 'always',
      describe: ({ designId: id, settings = {}, timeZone, stove, severalDevices }) =>
        `Seal the settings by which cooking is detected for ${id}${Object.entries(settings)
          .map(([name, value]) => `, ${name} ${value}`)
          .join(
            '',
          )}${timeZone === undefined ? '' : `, days by the clock of ${timeZone}`}${stove === undefined ? '' : `, of the stove ${stove}`}${severalDevices ? ', with several devices a home' : ''}`,
      route: {
        method: 'post',
        path: '/v1/monitoring/seals',
        status: 201,
        errors: { 404: 'No such design of this owner', 409: 'Sealed already' },
      },
      run: async (input, { principal }) => {
        const seals = await sealDetection(service, principal, input);
        return { ...seals, warnings: await sealWarnings(service, principal, input.designId) };
      },
      summary: ({ designId: id, sha256, at, analysesBefore, sensors: list, warnings }) =>
        [
          `The detection of ${id} is sealed since ${at}, hash ${sha256}${analysesBefore > 0 ? `, after ${analysesBefore} analysed set(s) of readings` : ''}.`,
          ...(list === null
            ? []
            : [`Its list of ${list.sensors} sensor(s) is sealed since ${list.at}, hash ${list.sha256}.`]),
          ...warnings,
        ].join(' '),
      undo: () => ({ whyNot: 'the trail of the design keeps a seal; another takes its place with a reason' }),
    }),
    defineOperation({
      name: 'show_detection',
      title: 'Show the detection settings',
      description:
        'The settings by which cooking events are detected, by kind of stove; of a design those sealed.',
      effect: 'read',
      scope: 'monitoring',
      input: z.object({ designId: designId.optional() }),
      answer: { description: 'The settings' },
      route: {
        method: 'get',
        path: '/v1/monitoring/detection',
        errors: { 404: 'No such design' },
      },
      run: async ({ designId: id }, { principal }) => {
        const seals = id === undefined ? [] : await designs.seals(principal, id, PROTOCOL);
        const places = id === undefined ? [] : await designs.seals(principal, id, PLACES);
        const [last, list] = [seals.at(-1), places.at(-1)];
        return {
          designId: id ?? null,
          sealed:
            last === undefined ? null : { seal: last.seal, at: last.at, by: last.by, sha256: last.sha256 },
          settings: last === undefined ? settingsWith() : settingsOf(last.text),
          ...(last !== undefined && termsOf(last.text)),
          sensors: list === undefined ? null : sealedList(list),
        };
      },
      summary: detectionWords,
      forModel: (shown) => ({
        summary: detectionWords(shown),
        settings: Object.entries(shown.settings).map(([kind, own]) => settingsWords(kind, own)),
      }),
    }),
  ];
}

/** That whoever seals has analysed the homes of the draw before. */
async function sealWarnings(
  { designs, reports }: MonitoringService,
  principal: Principal,
  id: string,
): Promise<string[]> {
  // Of several draws nobody knows yet which will be monitored.
  const draw = await drawOf(designs, principal, id, undefined).catch(() => undefined);
  if (draw === undefined) return [];
  const before = (await reports.recent(principal.id)).filter(({ households }) =>
    households.some(({ household }) => draw.strata.has(household)),
  );
  return before.length === 0
    ? []
    : [
        `Loggers of drawn homes were analysed ${before.length} time(s) before this seal: the result of data from before it is marked in the trail.`,
      ];
}

function detectionWords({
  designId: id,
  sealed,
}: {
  readonly designId: string | null;
  readonly sealed: { readonly at: string; readonly sha256: string } | null;
}): string {
  if (sealed !== null) return `Sealed for ${id} at ${sealed.at}, hash ${sealed.sha256}.`;
  return `${id === null ? 'Cooking is found' : `Nothing is sealed for ${id}: cooking is found`} by the defaults.`;
}
