import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Where the page is built to: from this source, and from what is built, which is in `dist` or one below. */
const PLACES = ['../../../dist/web/', './web/', '../web/'].map((place) => new URL(place, import.meta.url));

const buildSchema = z.object({
  script: z.string(),
  style: z.string(),
  imports: z.array(z.string()),
  docs: z.string(),
});

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

type Encoding = 'br' | 'gzip';
const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

export interface Asset {
  readonly type: string;
  readonly encoding?: Encoding;
  readonly bytes: Uint8Array;
}

/** The built page: static files named after their content. */
export interface WebBuild {
  /** Names of what a browser loads first: the script, the style, and the scripts that the first one imports. */
  readonly script: string;
  readonly style: string;
  readonly imports: readonly string[];
  /** The script by which the API's page sends requests. */
  readonly docs: string;
  /** A file in a form that the client takes; undefined when there is none of that name. */
  asset(name: string, acceptEncoding: string): Promise<Asset | undefined>;
}

/** The page as it was built into one of these folders; undefined where it was not. */
export function readWebBuild(places: readonly URL[] = PLACES): WebBuild | undefined {
  for (const place of places) {
    let text: string;
    try {
      text = readFileSync(new URL('build.json', place), 'utf8');
    } catch {
      continue;
    }
    const { docs, ...built } = buildSchema.parse(JSON.parse(text));
    return { ...built, docs: readFileSync(new URL(docs, place), 'utf8'), asset: readerOf(place) };
  }
  return undefined;
}

/** Files are read once: together they are smaller than one picture. */
function readerOf(place: URL): WebBuild['asset'] {
  const read = new Map<string, Promise<Uint8Array | undefined>>();
  const bytesOf = (file: string) => {
    const bytes = read.get(file) ?? readFile(new URL(file, place)).catch(() => undefined);
    read.set(file, bytes);
    return bytes;
  };
  return async (name, acceptEncoding) => {
    const type = /^[\w-]+\.(js|css)$/.exec(name)?.[1];
    if (type === undefined) return undefined;
    const encoding = (['br', 'gzip'] as const).find((each) => acceptEncoding.includes(each));
    const bytes = await bytesOf(encoding === undefined ? name : name + ENDINGS[encoding]);
    if (bytes === undefined) {
      read.delete(encoding === undefined ? name : name + ENDINGS[encoding]);
      return undefined;
    }
    return { type: TYPES[type] ?? '', bytes, ...(encoding === undefined ? {} : { encoding }) };
  };
}
