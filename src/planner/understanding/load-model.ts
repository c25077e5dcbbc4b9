import { readFile } from 'node:fs/promises';
import { unpackModel } from './artefact.js';
import type { Model } from './model.js';

/** Where the trained model lies: beside this source, and in what is built one above its chunks. */
const PLACES = ['./planner-model.gz', '../planner-model.gz'];

let loaded: Promise<Model | undefined> | undefined;

/** The trained model, read when it is first asked for; undefined where it is missing. */
export function loadModel(): Promise<Model | undefined> {
  loaded ??= read();
  return loaded;
}

async function read(): Promise<Model | undefined> {
  for (const place of PLACES) {
    const bytes = await readFile(new URL(place, import.meta.url)).catch(() => undefined);
    if (bytes !== undefined) return unpackModel(bytes);
  }
  return undefined;
}
