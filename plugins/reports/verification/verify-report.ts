import { canonicalHash, oneLine, sha256Hex, verifyDocument } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Block } from '../document/report-body.js';
import { valueAt } from '../document/value-at.js';
import { parseRecord, type ReportRecord } from '../record/report-record.js';
import type { Check } from './check.js';
import { compareText, type TableHead, type TextDifference, withoutRepeatedHeads } from './compare-text.js';
import { documentDifferences } from './document-differences.js';
import { expectedText } from './expected-text.js';
import { asOf, type ReportSubject, subjectOf } from './later-check.js';
import { printAgain } from './print-again.js';
import { readDocxReport } from './read-docx.js';
import { readHtmlReport } from './read-html.js';
import { readPdfReport } from './read-pdf.js';
import { readXlsxReport } from './read-xlsx.js';
import { recomputeDocuments } from './recompute.js';
import { isShownAs, shownPictures } from './shown-pictures.js';
import type { VisibleReport } from './visible-text.js';

export interface ReportVerification {
  /** `unproven`: nothing is wrong, and something is not shown. */
  readonly verdict: 'pass' | 'fail' | 'unproven';
  readonly format: VisibleReport['format'];
  readonly kind: string;
  readonly title: string;
  readonly writtenAt: string;
  /** DID of the oracle that signed it. */
  readonly signer: string | null;
  readonly figures: number;
  /** Null where it is about no one design. */
  readonly subject: ReportSubject | null;
  readonly checks: readonly Check[];
  readonly differences: readonly TextDifference[];
  /** Numbers in the words of the report that no figure stands behind. */
  readonly unverified: readonly string[];
}

const MOST_TOLD = 50;
const MOST_NAMED = 3;

/**
 * Checks a report by what it carries inside: hash and signature, every figure computed again, and the text that is seen.
 * @param signer DID of the oracle that should have signed it
 * @throws OracleError `invalid_request` for a file that is no report
 */
export async function verifyReport(bytes: Uint8Array, signer?: string): Promise<ReportVerification> {
  const visible = await readReport(bytes);
  if (visible.record === undefined)
    throw new OracleError('invalid_request', {
      detail:
        'The file carries no record of a report: this oracle did not write it, or somebody took the record out.',
      hint: 'Give the file as it was written; printing or converting it loses the record.',
      errors: [{ field: 'file', message: 'carries no record of a report' }],
    });
  const record = parseRecord(visible.record);
  const printed = await printAgain(record, visible).catch(() => undefined);
  const differences =
    visible.format === 'xlsx' ? await compareCells(printed, visible) : compareWords(record, visible);
  const subject = subjectOf(record);
  const checks = [
    ...sealChecks(record, signer),
    figureCheck(record),
    ...(await recomputeDocuments(record.documents)),
    textCheck(differences),
    ...(await pictureChecks(record, visible, Buffer.from(bytes), printed)),
    ...wordsCheck(record),
    await documentCheck(bytes, printed, calledOtherwise(record, visible)),
    ...(subject === undefined ? [] : [asOf(record.writtenAt)]),
  ];
  const failed = checks.some(({ passed }) => !passed);
  return {
    verdict: failed ? 'fail' : checks.some(({ open }) => open) ? 'unproven' : 'pass',
    format: visible.format,
    kind: record.kind,
    title: record.body.title,
    writtenAt: record.writtenAt,
    signer: record.signature?.signer ?? null,
    figures: record.figures.length,
    subject: subject ?? null,
    checks,
    differences: (differences ?? []).slice(0, MOST_TOLD),
    unverified: unverifiedOf(record),
  };
}

/** @throws OracleError `invalid_request` for none of the formats */
async function readReport(bytes: Uint8Array): Promise<VisibleReport> {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return readPdfReport(bytes);
  if (head.startsWith('PK')) {
    const docx = await readDocxReport(bytes);
    return docx.pieces.length > 0 ? docx : readXlsxReport(bytes);
  }
  return readHtmlReport(bytes);
}

function sealChecks({ sha256, signature, ...rest }: ReportRecord, signer: string | undefined): Check[] {
  const intact = canonicalHash(rest) === sha256;
  const checks: Check[] = [
    {
      name: 'record',
      passed: intact,
      detail: intact ? `SHA-256 ${sha256}` : 'was changed after it was sealed',
    },
  ];
  if (signature === null)
    return [
      ...checks,
      { name: 'signature', passed: true, open: true, detail: 'none: the oracle had no identity' },
    ];
  const signed = verifyDocument({ ...rest, sha256 }, signature);
  const wanted = signer === undefined || signer === signature.signer;
  return [
    ...checks,
    {
      name: 'signature',
      passed: signed && wanted,
      detail: !signed
        ? 'does not fit the record'
        : wanted
          ? `by ${signature.signer}`
          : `by ${signature.signer}, not by ${signer}`,
    },
  ];
}

/** Whether each figure leads to a value. */
function figureCheck({ figures, documents }: ReportRecord): Check {
  const lost = figures.find(({ of }) => !Object.hasOwn(documents, of));
  const values = figures.filter(({ of, path }) => valueAt(documents[of], path) !== undefined).length;
  return lost === undefined
    ? { name: 'figures', passed: true, detail: `${figures.length}, ${values} of them with a value` }
    : {
        name: 'figures',
        passed: false,
        detail: `${lost.id} is of a document that is not inside: ${lost.of}`,
      };
}

function textCheck(differences: readonly TextDifference[] | undefined): Check {
  if (differences === undefined)
    return {
      name: 'text',
      passed: false,
      detail: 'the text that is seen has little in common with the record',
    };
  return {
    name: 'text',
    passed: differences.length === 0,
    detail:
      differences.length === 0
        ? 'what is seen is what the record says'
        : `reads otherwise than the record says, ${differences.length === 1 ? 'in one place' : `in ${differences.length} places`}`,
  };
}

/** An outline is genuine whatever it claims. */
function wordsCheck({ kind }: ReportRecord): Check[] {
  if (kind !== 'outline') return [];
  const detail = "titles, headings and sentences are the author's own: nobody has checked what they say";
  return [{ name: 'words', passed: true, mark: true, detail }];
}

function compareWords(record: ReportRecord, visible: VisibleReport): TextDifference[] | undefined {
  const heads = record.body.sections.flatMap(({ blocks }) => blocks.flatMap(headOf));
  const pieces = visible.format === 'pdf' ? withoutRepeatedHeads(visible.pieces, heads) : visible.pieces;
  return compareText(expectedText(record, visible.format !== 'xlsx'), pieces);
}

function headOf(block: Block): TableHead[] {
  return block.kind === 'table'
    ? [{ caption: block.caption, titles: block.columns.map(({ title }) => title).join('') }]
    : [];
}

/** Cell by cell, value and formula, beside the sheet that the record would be printed as. */
async function compareCells(
  printed: Buffer | undefined,
  visible: VisibleReport,
): Promise<TextDifference[] | undefined> {
  if (printed === undefined) return undefined;
  const again = await readXlsxReport(printed);
  const found = new Map(visible.pieces.map(({ where, text }) => [where, text]));
  const expected = new Map(again.pieces.map(({ where, text }) => [where, text]));
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((where) => {
    const [should, does] = [expected.get(where) ?? '', found.get(where) ?? ''];
    return should === does ? [] : [{ where, figure: null, expected: should, found: does }];
  });
}

/** Whether the file holds each picture, and shows the very ones where they were put. */
async function pictureChecks(
  { pictures }: ReportRecord,
  visible: VisibleReport,
  file: Buffer,
  printed: Buffer | undefined,
): Promise<Check[]> {
  const wanted = Object.entries(pictures);
  if (wanted.length === 0 || visible.format === 'xlsx') return [];
  const name = 'pictures';
  const there = new Set(visible.pictures.map(sha256Hex));
  const [lost] = wanted.filter(([, sha256]) => !there.has(sha256));
  if (lost !== undefined) return [{ name, passed: false, detail: `${lost[0]} is another picture` }];
  const asPut = { name, passed: true, detail: `${wanted.length}, as they were put in` };
  if (printed === undefined || printed.equals(file)) return [asPut];
  const again = await readReport(printed);
  const [found, should] = await Promise.all([
    shownPictures(visible, file).catch(() => undefined),
    shownPictures(again, printed),
  ]);
  if (found === undefined)
    return [{ ...asPut, open: true, detail: `${wanted.length} inside, and what is shown cannot be read` }];
  const at = should.findIndex((picture, place) => !isShownAs(picture, found[place]));
  if (at < 0 && found.length === should.length) return [asPut];
  const how =
    at < 0
      ? `${found.length} where ${should.length} were put in`
      : `number ${at + 1} is another one, stands elsewhere, or is cropped, covered or changed`;
  return [{ name, passed: false, detail: `the file shows other pictures than it holds: ${how}` }];
}

/** A file with what its window is called, where that is not the title of its report, among what is foreign to it. */
function calledOtherwise({ body }: ReportRecord, visible: VisibleReport): VisibleReport {
  const { windowTitle, foreign } = visible;
  // A page whose title was taken away calls its window by its address.
  return windowTitle === undefined || ['', body.title].includes(windowTitle)
    ? visible
    : { ...visible, foreign: [...foreign, `the title "${oneLine(windowTitle, 80)}"`] };
}

/** Whether the file is the document that its record is printed as, and nothing beside it. */
async function documentCheck(
  bytes: Uint8Array,
  printed: Buffer | undefined,
  { format, foreign }: VisibleReport,
): Promise<Check> {
  const name = 'document';
  if (foreign.length > 0)
    return { name, passed: false, detail: `holds what the oracle did not write: ${someOf(foreign)}` };
  if (printed === undefined)
    return { name, passed: true, open: true, detail: 'could not be printed again from the record here' };
  const differences = await documentDifferences(format, Buffer.from(bytes), printed);
  if (differences.length === 0)
    return { name, passed: true, detail: 'printed again from the record, it is the same' };
  return {
    name,
    passed: true,
    open: true,
    detail: `is not the one that was printed, whatever its words say: ${someOf(differences)}`,
  };
}

function someOf(list: readonly string[]): string {
  const more = list.length - MOST_NAMED;
  return `${list.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; ${more} more` : ''}`;
}

/** Numbers that stand in plain words, with what is around them. */
function unverifiedOf(record: ReportRecord): string[] {
  const numbers = expectedText(record)
    .filter(({ plain }) => plain)
    .flatMap(({ text }) => text.match(/\S*\d\S*/g) ?? [])
    .filter((word) => !/^(?:f\d+|\[f\d+\]),?$/.test(word));
  return [...new Set(numbers)].slice(0, MOST_TOLD);
}
