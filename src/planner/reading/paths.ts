import { fold } from '../language/fold.js';
import { withoutEnd } from './identifiers.js';
import type { TextMention } from './reading.js';

const EXTENSION =
  /\.(?:csv|tsv|xlsx?|ods|pdf|md|txt|docx?|odt|rtf|log|jpe?g|png|gif|svg|tiff?|webp|json|ndjson|geojson|jsonl|kml|shp|xml|html?|ya?ml|mp3|mp4|wav|zip|gz|tar|pptx?|parquet|sav|dta|rds|ts|js|py|sql|sh|rmd|tex|bib|tmp|bak|cfg|conf|ini|toml|db|sqlite|dat|epub|mov|heic|bmp|ics|eml|msg|7z|rar|tgz|gpx|gpkg|pem)$/iu;
/** A run of what a path may be written with. */
const PIECE = /(?<![\p{L}\p{N}_.*~/\\-])[\p{L}\p{M}\p{N}_.*?~/\\@%+[\]{}-]{2,400}/gu;
/** Words beside a slash that are no folders. */
const NO_FOLDER = new Set(
  'and or he she his her y n yes no w o kg g t l h min day week month year hh km m ml mj kwh und oder et ou con sin e si mean sd urban rural male female in out on off a b c us usd p x n/a na'.split(
    ' ',
  ),
);

/** What stands before a folder: `in archive/nepal`. */
const FOLDER_LEAD =
  /(?<![\p{L}\p{N}])(?:in|from|into|to|under|inside|folder|directory|im|aus|nach|ordner|dans|dossier|repertoire|en|desde|carpeta|em|no|na|pasta|kwenye|katika|kutoka|folda)\s$/iu;
const LEAD = 14;

/**
 * Paths and patterns of paths: `/reports/q1.pdf`, `reports/2024/`, `notes.md`, `/data/*.csv`, `~/x`. Two words with a
 * slash between them (`urban/rural`) are a path only where one of them could not be a word of the sentence.
 */
export function findPaths(text: string, isFree: (start: number, end: number) => boolean): TextMention[] {
  const found: TextMention[] = [];
  for (const match of text.matchAll(PIECE)) {
    const raw = trimmed(match[0]);
    const start = match.index;
    const inFolder = FOLDER_LEAD.test(text.slice(Math.max(0, start - LEAD), start));
    if (isPath(raw, inFolder) && isFree(start, start + raw.length)) {
      found.push({ type: 'path', value: raw, start, end: start + raw.length, raw });
    }
  }
  return found;
}

/** Whether a text as a whole is a path, blanks and all: what a quotation may hold. */
export function isQuotedPath(text: string): boolean {
  return !/\n/u.test(text) && (/^~?\/\S/u.test(text) || EXTENSION.test(text)) && text.length < 400;
}

function trimmed(raw: string): string {
  const end = withoutEnd(raw.replace(/[?]+$/u, ''));
  return end.replace(/-+$/u, '');
}

function isPath(raw: string, inFolder: boolean): boolean {
  if (/^(?:~|\.{1,2})?\/$/u.test(raw)) return false;
  if (/^(?:~|\.{1,2})?\/+[\p{L}\p{N}_.*@-]/u.test(raw))
    return !/^\/(?:day|d|week|wk|month|yr|year|hh|h|tag|jour|j|dia|siku)$/iu.test(raw);
  if (EXTENSION.test(raw)) return /^[\p{L}\p{N}_*]/u.test(raw) && !/^\d+(?:\.\d+)*$/u.test(raw);
  if (!raw.includes('/') || raw.startsWith('-')) return false;
  const segments = raw.split('/');
  const named = segments.filter((one) => one !== '');
  if (named.length === 0 || named.some((one) => !/^[\p{L}\p{N}_.*@-]+$/u.test(one))) return false;
  if (!/^[\p{L}_]/u.test(raw) || named.every((one) => /^\d/u.test(one))) return false;
  if (named.some((one) => NO_FOLDER.has(fold(one)))) return false;
  if (raw.includes('*')) return true;
  return inFolder || segments.length > 2 || raw.endsWith('/') || named.some((one) => /[\p{N}_.-]/u.test(one));
}
