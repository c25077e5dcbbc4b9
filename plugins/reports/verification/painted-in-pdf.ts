import { sha256Hex } from 'oracle-runtime/kit';
import { atPlace, type Box, containing, type Matrix, overlap, type PaintState, UNIT } from './pdf-paint.js';
import type { ShownPicture } from './shown-pictures.js';

type Ops = Readonly<Record<string, number>>;
interface Page {
  readonly rotate: number;
  readonly view: number[];
  readonly objs: Objects;
  readonly commonObjs: Objects;
  getOperatorList(): Promise<{ readonly fnArray: number[]; readonly argsArray: unknown[] }>;
  cleanup(): void;
}
interface Objects {
  get(id: string, take: (found: unknown) => void): unknown;
}

const MOST_PIXELS = 64 * 1024 * 1024;
const DECODED_WITHIN_MS = 10_000;

/**
 * The pictures that the pages of a PDF paint, in their order: the pixels, where they come to stand, and what hides some of
 * them: a clip, another state than plain, or something painted over them.
 * @throws Error for a file that cannot be read or paints too much
 */
export async function paintedInPdf(file: Buffer): Promise<ShownPicture[]> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  withTransfers();
  const { OPS } = (await getResolvedPDFJS()) as unknown as { readonly OPS: Ops };
  const pdf = await getDocumentProxy(new Uint8Array(file), { maxImageSize: MOST_PIXELS, stopAtErrors: true });
  try {
    const shown: ShownPicture[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = (await pdf.getPage(number)) as unknown as Page;
      shown.push(...(await paintedOn(page, number, OPS)));
      page.cleanup();
    }
    return shown;
  } finally {
    await pdf.destroy();
  }
}

interface Painted {
  readonly picture: string;
  readonly box: Box;
  readonly matrix: Matrix;
  /** What changes how it looks, by what was painted before it and after. */
  readonly changes: Set<string>;
}

async function paintedOn(page: Page, number: number, OPS: Ops): Promise<ShownPicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const nameOf = new Map(Object.entries(OPS).map(([name, fn]) => [fn, name]));
  const painted: Painted[] = [];
  let state: PaintState = atPlace();
  const before: PaintState[] = [];
  let clipping = false;

  const cover = (box: Box) => {
    for (const each of painted) if (overlap(each.box, box)) each.changes.add('painted over');
  };
  for (const [at, fn] of fnArray.entries()) {
    const name = nameOf.get(fn) ?? '';
    const args = (argsArray[at] ?? []) as readonly unknown[];
    switch (name) {
      case 'save':
        before.push(state);
        break;
      case 'restore':
      case 'paintFormXObjectEnd':
        state = before.pop() ?? state;
        break;
      case 'transform':
        state = state.moved(args as unknown as Matrix);
        break;
      case 'paintFormXObjectBegin': {
        before.push(state);
        const [matrix, box] = args as readonly [Matrix | null, Box | null];
        if (matrix) state = state.moved(matrix);
        if (box) state = state.clipped(box, true);
        break;
      }
      case 'setGState':
        state = state.with(args[0] as readonly (readonly [string, unknown])[]);
        break;
      case 'beginMarkedContentProps':
        if (args[0] === 'OC') state = state.with([['OC', true]]);
        break;
      case 'clip':
      case 'eoClip':
        clipping = true;
        break;
      case 'constructPath': {
        const [how, [path], box] = args as readonly [number, readonly [ArrayLike<number> | null], Box | null];
        if (clipping) state = state.clipped(box ?? [0, 0, 0, 0], isRectangle(path));
        else if (box && how !== OPS['endPath']) cover(state.placed(box));
        clipping = false;
        break;
      }
      case 'shadingFill':
        cover(state.clip ?? (page.view as unknown as Box));
        break;
      default: {
        if (!/^paint.*Image/.test(name)) break;
        const box = state.placed(UNIT);
        cover(box);
        const picture =
          name === 'paintImageXObject' ? await pixelsOf(page, String(args[0])) : `${name} of another kind`;
        const changes = new Set(state.changes(box));
        if (!containing(page.view as unknown as Box, box)) changes.add('off the page');
        painted.push({ picture, box, matrix: state.matrix, changes });
      }
    }
  }
  return painted.map(({ picture, matrix, changes }) => ({
    what: [`page ${number}`, `turned ${page.rotate}`, picture, ...[...changes].toSorted()].join(', '),
    box: matrix,
  }));
}

/** A straight one: a path that is any other hides parts of what its box holds. */
function isRectangle(path: ArrayLike<number> | null | undefined): boolean {
  if (path?.length !== 13) return false;
  const [x1, y1, x2, y2, x3, y3, x4, y4] = [1, 2, 4, 5, 7, 8, 10, 11].map((at) => path[at]);
  const isUpright = x1 === x4 && y1 === y2 && x2 === x3 && y3 === y4;
  return isUpright || (x1 === x2 && y2 === y3 && x3 === x4 && y4 === y1);
}

async function pixelsOf(page: Page, id: string): Promise<string> {
  const image = (await Promise.race([
    new Promise((take) => (id.startsWith('g_') ? page.commonObjs : page.objs).get(id, take)),
    new Promise((_, fail) =>
      setTimeout(() => fail(new Error('a picture cannot be decoded')), DECODED_WITHIN_MS).unref(),
    ),
  ])) as { readonly data?: Uint8Array; readonly width: number; readonly height: number } | null;
  if (image?.data === undefined) return 'a picture that cannot be decoded';
  return `${image.width} x ${image.height} ${sha256Hex(image.data)}`;
}

/** Of ECMAScript 2024, which the reader of PDF takes for granted and Node 20 lacks: without it paths end the list. */
function withTransfers(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return;
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
      const made = new ArrayBuffer(length);
      new Uint8Array(made).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
      return made;
    },
  });
}
