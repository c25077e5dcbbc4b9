import { isProperties, type Properties } from './json-cells.js';
import { ListScanner } from './list-scanner.js';
import { type TableObject, tableOfObjects } from './object-table.js';
import { type ReadOptions, type Table, unreadable } from './table.js';
import { decodeText } from './table-text.js';

/**
 * Opens a GeoJSON FeatureCollection (RFC 7946): one unit per feature, its properties are the columns. A feature's own
 * `id` member is the column `id` when the properties have none. Positions count features from 1.
 */
export function openGeojson(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Table> {
  return tableOfObjects('geojson', featuresOf(decodeText(bytes)), options);
}

async function* featuresOf(text: AsyncIterable<string>): AsyncGenerator<TableObject[]> {
  const scanner = new ListScanner(['features']);
  let number = 0;
  for await (const chunk of text) {
    const features = scanner
      .push(chunk)
      .map((element) => ({ properties: propertiesOf(element, ++number), line: number }));
    if (features.length > 0) yield features;
  }
  if (!scanner.complete) {
    throw unreadable(
      `the file is no whole GeoJSON FeatureCollection: it ends, or lacks its "features", after feature ${number}`,
      'Export the layer again as GeoJSON.',
    );
  }
}

function propertiesOf(element: string, number: number): Properties {
  let feature: unknown;
  try {
    feature = JSON.parse(element);
  } catch {
    throw unreadable('the feature is not JSON', 'Export the layer again as GeoJSON.', number);
  }
  if (!isProperties(feature) || feature['type'] !== 'Feature')
    throw unreadable('an element of "features" is no Feature', 'Export the layer again as GeoJSON.', number);
  const properties = feature['properties'];
  const own = isProperties(properties) ? properties : {};
  return feature['id'] === undefined || 'id' in own ? own : { id: feature['id'], ...own };
}
