import { OracleError } from 'oracle-runtime/plugin';
import type { Draw } from '../../sampling/service.js';
import type { Chart } from '../charts.js';
import { FAINT, INK, OKABE_ITO } from '../drawing/theme.js';
import { percent, plainly, said } from './say.js';

/** Where a unit is, in degrees of WGS 84. */
export interface Place {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

const SIDE = 460;
/** Points that are drawn; with fewer the whole frame is. */
const MOST_POINTS = 4_000;
const NOT_DRAWN = 'not drawn';
const REPLACEMENT = 'replacement';
const DRAWN = 'drawn';
const KIND_OF: Readonly<Record<string, string>> = { selected: DRAWN, replacements: REPLACEMENT };

/**
 * Where the drawn units lie among all of the frame. East and north are to the same scale; of a large frame some of those
 * that were not drawn are shown, evenly.
 * @throws OracleError `insufficient_data` (422) when none of the drawn units has a place
 */
export function coverageChart(
  { record, selectionId }: Draw,
  places: readonly Place[],
  file: Chart['source']['file'],
): Chart {
  const kinds = new Map(
    record.strata.flatMap((stratum) =>
      (['replacements', 'selected'] as const).flatMap((list) =>
        stratum[list].map(({ id }) => [id, KIND_OF[list] ?? DRAWN] as const),
      ),
    ),
  );
  const known = places.map((place) => ({ ...place, kind: kinds.get(place.id) ?? NOT_DRAWN }));
  const chosen = known.filter(({ kind }) => kind !== NOT_DRAWN);
  const drawn = chosen.filter(({ kind }) => kind === DRAWN).length;
  const toBeDrawn = record.strata.reduce((sum, { selected }) => sum + selected.length, 0);
  if (drawn === 0)
    throw new OracleError('insufficient_data', {
      detail: `None of the ${plainly(toBeDrawn)} units of ${selectionId} has a place in the file.`,
      hint: 'Give the file that has the ids of the registry beside latitude and longitude.',
    });
  const others = known.filter(({ kind }) => kind === NOT_DRAWN);
  const every = Math.max(1, Math.ceil(others.length / Math.max(1, MOST_POINTS - chosen.length)));
  const shown = [...others.filter((_, at) => at % every === 0), ...chosen];
  const title = 'Where the sample lies';
  const lost = toBeDrawn - drawn;
  return {
    kind: 'coverage',
    title,
    alt:
      `A map of ${said(places.length)} units, ${said(drawn)} of them drawn (${percent(drawn / places.length)}).` +
      (lost > 0 ? ` ${said(lost)} drawn units have no place.` : '') +
      (every > 1 ? ` Of the others one in ${said(every)} is shown.` : ''),
    spec: {
      title: { text: title, subtitle: `${said(drawn)} of ${said(places.length)} units · ${selectionId}` },
      ...frameOf(shown),
      data: {
        values: shown.map(({ latitude, longitude, kind }) => ({ latitude, longitude, kind })),
      },
      mark: { type: 'point', filled: true, opacity: 0.9 },
      encoding: {
        ...axesOf(shown),
        color: {
          field: 'kind',
          type: 'nominal',
          title: null,
          scale: { domain: [DRAWN, REPLACEMENT, NOT_DRAWN], range: [OKABE_ITO[5], OKABE_ITO[1], FAINT] },
          legend: { orient: 'top', symbolOpacity: 1, labelColor: INK },
        },
        size: {
          field: 'kind',
          type: 'nominal',
          legend: null,
          scale: { domain: [DRAWN, REPLACEMENT, NOT_DRAWN], range: [46, 30, 12] },
        },
      },
    },
    table: {
      columns: ['id', 'latitude', 'longitude', 'kind'],
      rows: chosen.map(({ id, latitude, longitude, kind }) => [id, latitude, longitude, kind]),
    },
    source: {
      ...(record.designId !== '' && { designId: record.designId }),
      selectionId,
      selectionSha256: record.sha256,
      ...(file !== undefined && { file }),
    },
  };
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

function boundsOf(values: readonly number[]): Bounds {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  // A hair of room, also where all are in one place.
  const room = Math.max((high - low) * 0.04, 0.0005);
  return { low: low - room, high: high + room };
}

/** A frame in which a step east is as long as a step north. */
function frameOf(places: readonly Place[]): { width: number; height: number } {
  const north = boundsOf(places.map(({ latitude }) => latitude));
  const east = boundsOf(places.map(({ longitude }) => longitude));
  const shrink = Math.cos((((north.low + north.high) / 2) * Math.PI) / 180);
  const ratio = ((east.high - east.low) * Math.max(0.05, shrink)) / (north.high - north.low);
  const within = (length: number) => Math.round(Math.min(SIDE, Math.max(140, length)));
  return { width: within(SIDE * Math.min(1, ratio)), height: within(SIDE / Math.max(1, ratio)) };
}

function axesOf(places: readonly Place[]) {
  const axis = (field: 'latitude' | 'longitude', title: string) => {
    const { low, high } = boundsOf(places.map((place) => place[field]));
    return {
      field,
      type: 'quantitative',
      title,
      scale: { domain: [low, high], nice: false, zero: false },
      axis: { tickCount: 5, format: '.3~f' },
    };
  };
  return { x: axis('longitude', 'Longitude'), y: axis('latitude', 'Latitude') };
}
