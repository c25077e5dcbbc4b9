import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hasRepeatedKey, messageOf } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { isTrail } from '../trail/trail-export.js';
import { unwrapRecord } from './unwrap-record.js';

/** What somebody gives to be verified. */
export interface GivenFiles {
  /** Exported trails, untrusted. */
  readonly trails: readonly unknown[];
  /** Records of draws, untrusted. */
  readonly records: readonly unknown[];
  /** Paths of what is neither. */
  readonly registries: readonly string[];
}

/**
 * Reads the files of a verification: the first is a record or a trail, the others may be either, or registries, of which one
 * may be JSON too.
 * @throws OracleError `invalid_request` for a first file that is no JSON, and for a key twice in one object
 */
export async function sortFiles(cwd: string, first: string, others: readonly string[]): Promise<GivenFiles> {
  const [trails, records, registries]: [unknown[], unknown[], string[]] = [[], [], []];
  const main = await readJson(cwd, first);
  (isTrail(main) ? trails : records).push(main);
  for (const path of others) {
    const json = /\.json$/i.test(path) ? await readJson(cwd, path) : undefined;
    if (isTrail(json)) trails.push(json);
    else if (isRecord(unwrapRecord(json))) records.push(json);
    else registries.push(path);
  }
  return { trails, records: records.map(unwrapRecord), registries };
}

function isRecord(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'type' in json && json.type === 'sampling-selection';
}

async function readJson(cwd: string, path: string): Promise<unknown> {
  const text = await readFile(resolve(cwd, path), 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new OracleError('invalid_request', { detail: `${path} is not JSON: ${messageOf(error)}` });
  }
  if (hasRepeatedKey(text, json))
    throw new OracleError('invalid_request', {
      detail: `${path} has a key twice in one object: it can be read in more than one way, so it proves nothing.`,
      hint: 'Ask for the file as the oracle gives it.',
    });
  return json;
}
